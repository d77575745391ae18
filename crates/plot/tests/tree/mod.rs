//! A picture read back as a tree.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

/// An element with what is in it.
#[derive(Default, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    attrs: Vec<(String, String)>,
    pub(crate) text: String,
    children: Vec<Element>,
}

impl Element {
    /// The root of a text that must be one well-formed element.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader::from_str(text);
        let mut open: Vec<Element> = vec![Element::default()];
        loop {
            let event = reader.read_event().map_err(|error| error.to_string())?;
            match event {
                Event::Start(start) => open.push(Self::begun(&start)?),
                Event::Empty(start) => {
                    let element = Self::begun(&start)?;
                    open.last_mut().ok_or("no parent")?.children.push(element);
                }
                Event::End(_) => {
                    let element = open.pop().ok_or("closed too often")?;
                    open.last_mut().ok_or("no parent")?.children.push(element);
                }
                Event::Text(words) => {
                    let words = words.decode().map_err(|error| error.to_string())?;
                    open.last_mut().ok_or("no parent")?.text += &words;
                }
                Event::GeneralRef(name) => {
                    let name = name.decode().map_err(|error| error.to_string())?;
                    let letter = unescape(&format!("&{name};"))
                        .map_err(|error| error.to_string())?
                        .into_owned();
                    open.last_mut().ok_or("no parent")?.text += &letter;
                }
                Event::Eof => break,
                other => return Err(format!("unexpected {other:?}")),
            }
        }
        let mut top = open.pop().ok_or("nothing")?;
        if !open.is_empty() || top.children.len() != 1 {
            return Err("not one whole element".into());
        }
        Ok(top.children.remove(0))
    }

    fn begun(start: &quick_xml::events::BytesStart) -> Result<Self, String> {
        let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
        let mut attrs = Vec::new();
        // The iterator also refuses an attribute that stands twice.
        for attr in start.attributes() {
            let attr = attr.map_err(|error| error.to_string())?;
            let value = String::from_utf8_lossy(&attr.value).into_owned();
            let value = unescape(&value)
                .map_err(|error| error.to_string())?
                .into_owned();
            attrs.push((
                String::from_utf8_lossy(attr.key.as_ref()).into_owned(),
                value,
            ));
        }
        Ok(Self {
            name,
            attrs,
            ..Self::default()
        })
    }

    pub(crate) fn attr(&self, key: &str) -> Option<&str> {
        let found = self.attrs.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    /// All elements of a name, in order.
    pub(crate) fn all(&self, name: &str) -> Vec<&Element> {
        let own = (self.name == name).then_some(self);
        own.into_iter()
            .chain(self.children.iter().flat_map(|child| child.all(name)))
            .collect()
    }

    /// The first element with an attribute of this value.
    pub(crate) fn find(&self, key: &str, value: &str) -> Option<&Element> {
        if self.attr(key) == Some(value) {
            return Some(self);
        }
        self.children
            .iter()
            .find_map(|child| child.find(key, value))
    }
}
