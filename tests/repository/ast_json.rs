//! `docs/ast-json.md` is true: a document of a file that uses every construct
//! of the language has the fields that the page lists, of the types that it
//! gives, and no others; and it contains everything that the page speaks of.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use pdll::internals::{session::Session, source::Disk, syntax::print};
use serde_json::{Map, Value};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

#[test]
fn documents_are_as_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/ast-json.md")).expect("the page is there");
    let tests = root.join("lit-tests/Driver");
    let document = document(
        &tests.join("ast-of-every-construct.pdll"),
        &tests.join("Inputs"),
    );
    let mut checker = Checker {
        page: Page::read(&page),
        seen: BTreeSet::new(),
        problems: Vec::new(),
    };
    checker.value(&document, "Document", "document");
    assert!(
        checker.problems.is_empty(),
        "{}",
        checker.problems.join("\n")
    );
    let missing: Vec<_> = checker
        .page
        .things()
        .difference(&checker.seen)
        .cloned()
        .collect();
    assert!(
        missing.is_empty(),
        "the page speaks of these, but the document has none: {missing:?}"
    );
}

/// The JSON document of a file.
fn document(path: &Path, include_dir: &Path) -> Value {
    let mut session = Session::new(&Disk, vec![include_dir.to_owned()]);
    let file = session.open(path).expect("the file can be read");
    let program = session.parse(file);
    let problems: Vec<_> = session.diagnostics.take();
    assert!(problems.is_empty(), "{problems:?}");
    let text = print::document(&print::json(&program.modules, 0, &session.sources));
    serde_json::from_str(&text).expect("the document is JSON")
}

/// What the page says.
struct Page {
    /// The fields and their types, of each kind of object.
    objects: BTreeMap<String, BTreeMap<String, String>>,
    /// The members of each group.
    groups: BTreeMap<String, Vec<String>>,
    /// Fields of all nodes.
    of_nodes: BTreeMap<String, String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Page {
            objects: BTreeMap::new(),
            groups: BTreeMap::new(),
            of_nodes: BTreeMap::new(),
        };
        let mut object = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("### ") {
                let name = name.trim_matches('`').to_owned();
                page.objects.entry(name.clone()).or_default();
                object = Some(name);
            } else if line.starts_with("## ") {
                object = None;
            } else if let Some(row) = line.strip_prefix("| `") {
                let (field, rest) = row.split_once("` | ").expect("a field has a type");
                let kind = rest.split(" |").next().unwrap_or_default();
                let fields = match &object {
                    Some(name) => page.objects.entry(name.clone()).or_default(),
                    None => &mut page.of_nodes,
                };
                fields.insert(field.to_owned(), kind.to_owned());
            }
        }
        let (_, groups) = text.split_once("\n## Groups\n").expect("there are groups");
        let (groups, _) = groups.split_once("\n## ").expect("nodes follow the groups");
        for group in groups.split("\n* ").skip(1) {
            let (name, members) = group.split_once(':').expect("a group has members");
            let members = members.split(',').map(unquoted).collect();
            page.groups.insert(unquoted(name), members);
        }
        page
    }

    /// All that a document may contain: objects, fields, and what can stand in
    /// fields.
    fn things(&self) -> BTreeSet<String> {
        let mut things = BTreeSet::new();
        for (name, fields) in &self.objects {
            things.insert(name.clone());
            for (field, kind) in fields {
                let options: Vec<_> = kind.split(" or ").collect();
                things.extend(options.iter().map(|one| format!("{name}.{field}: {one}")));
            }
        }
        for (name, members) in &self.groups {
            things.extend(members.iter().map(|member| format!("{name}: {member}")));
        }
        things
    }
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches('`').to_owned()
}

struct Checker {
    page: Page,
    seen: BTreeSet<String>,
    problems: Vec<String>,
}

impl Checker {
    /// Checks a value against a type of the page; `place` says where it is.
    fn value(&mut self, value: &Value, kind: &str, place: &str) {
        let matches = match (kind, value) {
            ("string", Value::String(_)) => true,
            ("integer", Value::Number(number)) => number.is_u64(),
            (_, Value::Object(object)) => return self.object(object, kind, place),
            _ => false,
        };
        if !matches {
            self.problem(place, &format!("expected {kind}, found {value}"));
        }
    }

    fn object(&mut self, object: &Map<String, Value>, kind: &str, place: &str) {
        let is_node = object.contains_key("kind");
        let name = match object.get("kind") {
            Some(Value::String(name)) => name.clone(),
            _ => kind.to_owned(),
        };
        if !self.accepts(kind, &name) {
            self.problem(place, &format!("expected {kind}, found {name}"));
        }
        let Some(fields) = self.page.objects.get(&name).cloned() else {
            return self.problem(place, &format!("the page has no {name}"));
        };
        self.seen.insert(name.clone());
        let of_nodes = self.page.of_nodes.clone();
        let all = of_nodes.into_iter().filter(|_| is_node).chain(fields);
        let all: BTreeMap<_, _> = all.collect();
        for field in object.keys().filter(|field| !all.contains_key(*field)) {
            self.problem(place, &format!("the page has no {name}.{field}"));
        }
        for (field, kind) in all {
            let place = format!("{place}.{field}");
            match object.get(&field) {
                Some(value) => self.field(value, &kind, &format!("{name}.{field}"), &place),
                None => self.problem(&place, "the document has no such field"),
            }
        }
    }

    fn field(&mut self, value: &Value, kind: &str, field: &str, place: &str) {
        let (kind, is_nullable) = match kind.strip_suffix(" or null") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        if is_nullable && value.is_null() {
            self.seen.insert(format!("{field}: null"));
            return;
        }
        match (kind.strip_prefix("list of "), value) {
            (Some(kind), Value::Array(elements)) => {
                for (index, element) in elements.iter().enumerate() {
                    self.value(element, kind, &format!("{place}[{index}]"));
                }
            }
            _ => self.value(value, kind, place),
        }
        self.seen.insert(format!("{field}: {kind}"));
    }

    /// Whether an object of that name may stand where `kind` is expected.
    fn accepts(&mut self, kind: &str, name: &str) -> bool {
        if kind == name {
            return true;
        }
        for member in self.page.groups.get(kind).cloned().unwrap_or_default() {
            if self.accepts(&member, name) {
                self.seen.insert(format!("{kind}: {member}"));
                return true;
            }
        }
        false
    }

    fn problem(&mut self, place: &str, what: &str) {
        self.problems.push(format!("{place}: {what}"));
    }
}
