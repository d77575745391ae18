// What readers who do not see get, by the browser's own accessibility tree.
import assert from "node:assert/strict";

const CONTROLS = ["button", "checkbox", "combobox", "link", "listbox", "menuitem", "option", "slider", "spinbutton", "textbox", "searchbox", "image", "table", "dialog", "progressbar"];
const LANDMARKS = ["banner", "navigation", "main"];

const said = (node, name) => node.properties?.find((own) => own.name === name)?.value?.value;

/** Every control has a name, headings go down one level at a time, and the landmarks are there. */
export const readable = async (page) => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const seen = nodes.filter((own) => !own.ignored);
  const role = (node) => node.role?.value ?? "";
  const nameless = seen.filter((own) => CONTROLS.includes(role(own)) && role(own) !== "table" && !own.name?.value?.trim());
  assert.deepEqual(nameless.map((own) => `${role(own)} ${own.description?.value ?? ""}`), [], `without a name at ${page.url()}`);
  // Behind a dialog nothing is read.
  if (seen.some((own) => role(own) === "dialog")) return;
  for (const landmark of LANDMARKS) assert.equal(seen.filter((own) => role(own) === landmark).length, 1, `${landmark} at ${page.url()}`);
  const levels = seen.filter((own) => role(own) === "heading").map((own) => said(own, "level"));
  assert.equal(levels.filter((own) => own === 1).length, 1, `one first heading at ${page.url()}: ${levels}`);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((own) => own.id);
    return ids.filter((own, at) => ids.indexOf(own) !== at);
  });
  assert.deepEqual(twice, [], `an id twice at ${page.url()}`);
};
