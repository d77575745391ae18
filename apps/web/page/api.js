// Asking the server. Whatever it refuses comes back with its words and its hint.

export class Refused extends Error {
  /** @param {{ error?: string, hint?: string }} told @param {number} status */
  constructor(told, status) {
    super(told.error ?? `status ${status}`);
    this.what = told.error ?? `the server answered with status ${status}`;
    this.hint = told.hint ?? "";
    this.status = status;
  }
}

/** @param {string} path @param {Record<string, any>} [params] */
export const address = (path, params = {}) => {
  const known = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const query = new URLSearchParams(known.map(([name, value]) => [name, String(value)]));
  return known.length ? `/api/${path}?${query}` : `/api/${path}`;
};

/** @param {Response} response */
const read = async (response) => {
  const kind = response.headers.get("content-type") ?? "";
  const told = kind.includes("json") ? await response.json() : await response.text();
  if (!response.ok) throw new Refused(told, response.status);
  return told;
};

/** @param {Promise<Response>} asked */
const reach = async (asked) => {
  try {
    return await read(await asked);
  } catch (error) {
    if (error instanceof TypeError) throw new Refused({ error: "the server cannot be reached", hint: "is it still running?" }, 0);
    throw error;
  }
};

/** @param {string} path @param {Record<string, any>} [params] @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = (path, params, signal) => reach(fetch(address(path, params), { signal }));

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export const post = (path, body = {}) =>
  reach(fetch(address(path), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));

/** @param {string} path @returns {Promise<any>} */
export const remove = (path) => reach(fetch(address(path), { method: "DELETE", headers: { "content-type": "application/json" } }));

/**
 * Listens to events until closed; a refusal is asked for in words.
 * @param {string} path
 * @param {Record<string, any>} params
 * @param {Record<string, (data: any) => void>} handlers `failed` gets what was refused
 * @returns {() => void} closes it
 */
export const listen = (path, params, handlers) => {
  const aborter = new AbortController();
  const run = async () => {
    const response = await fetch(address(path, params), { signal: aborter.signal });
    if (!response.ok || !response.body) return read(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      rest += value;
      const whole = rest.split("\n\n");
      rest = whole.pop() ?? "";
      for (const event of whole) {
        const name = /^event: (.*)$/m.exec(event)?.[1] ?? "";
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data && !aborter.signal.aborted) handlers[name]?.(JSON.parse(data));
      }
    }
    if (!aborter.signal.aborted) handlers.closed?.(null);
  };
  run().catch((error) => {
    if (!aborter.signal.aborted) handlers.failed?.(error);
  });
  return () => aborter.abort();
};

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** Asks once for what does not change. @param {string} path @param {Record<string, any>} [params] @returns {Promise<any>} */
export const once = (path, params) => {
  const key = address(path, params);
  const asked = known.get(key) ?? get(path, params);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
};
