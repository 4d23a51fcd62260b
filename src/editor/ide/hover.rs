//! What there is to read about the text at an offset.

use super::{
    Analysis, Source,
    declaration::{Declaration, comment_above, declaration, signature, subject_type, type_at},
    entity::{Entity, entity, touches},
    path::path,
    td,
};
use crate::{
    base::source::Span,
    front::ods::{Arity, Attribute, Group, Operation, Region, RegionContents},
    front::sema::{EntityKind, StaticType, Ty},
    front::syntax::ast::{
        Body, CallableDecl, CallableKind, ConstraintKind, Expr, ExprKind, Ident, Item, PatternDecl,
        PredicateBody, PredicateDecl, Stmt, StringLit, TypeRuleDecl, VariableExpr,
    },
    front::syntax::parts::Node,
};
use std::{fmt::Write, path::Path};

/// What to show about a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hover {
    /// The part.
    pub(crate) span: Span,
    /// The text, in Markdown.
    pub(crate) markdown: String,
}

/// What there is to read about the text at an offset.
pub(crate) fn hover(analysis: &Analysis, offset: u32) -> Option<Hover> {
    if let Source::Rules(document) = &analysis.source {
        return td::hover(analysis, document, offset);
    }
    let path = path(analysis, offset);
    if let Some(Node::Item(Item::Include(include))) = path.first() {
        let written = include.path.as_ref()?;
        return touches(analysis, written.span, offset).then(|| of_include(analysis, written))?;
    }
    let entity = entity(analysis, offset);
    let of_entity = entity.and_then(|entity| of_entity(analysis, &path, entity));
    of_entity.or_else(|| of_syntax(analysis, &path, offset))
}

fn of_include(analysis: &Analysis, written: &StringLit) -> Option<Hover> {
    let name = resolved(analysis, written)?;
    let file = Path::new(&name).file_name()?.to_string_lossy().into_owned();
    Some(Hover {
        span: written.span,
        markdown: format!("`{file}`\n***\n{name}"),
    })
}

/// The path of the file that an include has found.
fn resolved(analysis: &Analysis, written: &StringLit) -> Option<String> {
    let Source::Program(program) = &analysis.source else {
        return None;
    };
    let is_here = |at: Span| at.contains(written.span) || written.span.contains(at);
    let mut files = analysis.sources.files();
    let included = files.find(|(_, file)| file.included_at().is_some_and(is_here));
    if let Some((_, file)) = included {
        return Some(file.name().to_owned());
    }
    // A file that was included before.
    let below = written.text.trim_start_matches('/');
    let mut paths = program
        .included_paths
        .iter()
        .chain(&analysis.included_paths);
    if let Some(found) = paths.find(|path| path.ends_with(below)) {
        return Some(found.display().to_string());
    }
    // A file that is being read already, such as the text itself.
    let mut files = analysis.sources.files();
    let found = files.find(|(_, file)| Path::new(file.name()).ends_with(below));
    Some(found?.1.name().to_owned())
}

fn of_entity(analysis: &Analysis, path: &[Node<'_>], entity: Entity) -> Option<Hover> {
    let name = analysis.sources.text(entity.span);
    let markdown = match entity.kind {
        EntityKind::Variable | EntityKind::Parameter => {
            let mut definitions = analysis.index.definitions_in(entity.definition).iter();
            let definition = definitions.find(|one| one.span == entity.definition)?;
            variable(name, definition.ty.as_ref())
        }
        EntityKind::Operation => operation(analysis, analysis.ods().operation(name)?),
        EntityKind::Attribute => {
            let operation = operation_around(analysis, path)?;
            attribute(analysis, operation, name.trim_matches('"'))?
        }
        EntityKind::Operands | EntityKind::Results => return member(analysis, path, entity.span),
        EntityKind::Constraint
        | EntityKind::Rewrite
        | EntityKind::Pattern
        | EntityKind::Predicate
        | EntityKind::TableGen => match declaration(analysis, entity.definition) {
            Some(Declaration::Pattern(decl)) => pattern(analysis, decl),
            Some(Declaration::Callable(decl)) => callable(analysis, decl),
            Some(Declaration::Predicate(decl)) => predicate(analysis, decl),
            None => ods_entity(analysis, name, entity)?,
        },
    };
    Some(Hover {
        span: entity.span,
        markdown,
    })
}

fn variable(name: &str, ty: Option<&StaticType>) -> String {
    let mut text = format!("**Variable**: `{name}`\n***\n");
    if let Some(ty) = ty {
        let _ = writeln!(text, "Type: `{ty}`");
    }
    text
}

pub(super) fn operation(analysis: &Analysis, operation: &Operation) -> String {
    let Operation {
        name,
        summary,
        description,
        operands,
        results,
        attributes,
        regions,
        ..
    } = operation;
    let mut text = format!("**OpName**: `{name}`\n***\n{summary}\n***\n{description}");
    let group = |group: &Group| {
        let Group { name, .. } = group;
        format!(
            "* `{name}`: {}\n",
            constrained(analysis, group_type(group, "Value"), &group.constraint)
        )
    };
    let groups = |title: &str, list: &[Group]| match list {
        [] => String::new(),
        list => format!(
            "\n***\n{title}:\n{}",
            list.iter().map(group).collect::<String>()
        ),
    };
    text += &groups("Operands", operands);
    text += &groups("Results", results);
    if !attributes.is_empty() {
        text += "\n***\nAttributes:\n";
        for attribute in attributes {
            let Attribute {
                name, constraint, ..
            } = attribute;
            let optional = if attribute.is_optional { "?" } else { "" };
            let constrained = constrained(analysis, format!("Attr{optional}"), constraint);
            let _ = writeln!(text, "* `{name}`: {constrained}");
        }
    }
    if !regions.is_empty() {
        text += "\n***\nRegions:\n";
        for (number, region) in regions.iter().enumerate() {
            let name = region_name(number, region);
            let _ = match region_contents(region) {
                "" => writeln!(text, "* `{name}`"),
                contents => writeln!(text, "* `{name}`: {contents}"),
            };
        }
    }
    text
}

/// The name of a region, or its number.
pub(super) fn region_name(number: usize, region: &Region) -> String {
    match region.name.as_str() {
        "" => number.to_string(),
        name => name.to_owned(),
    }
}

/// What a definition says about a region; may be empty.
pub(super) fn region_contents(region: &Region) -> &'static str {
    match region.contents {
        RegionContents::Any => "",
        RegionContents::Required => "has a block",
        RegionContents::Optional => "may be empty",
        RegionContents::Variadic => "any number of regions",
    }
}

/// `type`, and what a definition demands of it.
pub(super) fn constrained(analysis: &Analysis, ty: String, constraint: &str) -> String {
    let summary = analysis.ods().constraint(constraint);
    let summary = summary.map_or("", |constraint| constraint.summary.as_str());
    match (constraint, summary) {
        ("", _) => format!("`{ty}`"),
        (name, "") => format!("`{ty}`, `{name}`"),
        (name, summary) => format!("`{ty}`, `{name}`: {summary}"),
    }
}

/// The type of the values, or types, of a group.
pub(super) fn group_type(group: &Group, ty: &str) -> String {
    match group.arity {
        Arity::Single => ty.to_owned(),
        Arity::Optional => format!("{ty}?"),
        Arity::Variadic => format!("{ty}Range"),
    }
}

/// What a constraint of a `.td` file demands, as a C++ condition.
pub(super) fn condition(analysis: &Analysis, name: &str) -> String {
    let constraint = analysis.ods().constraint(name);
    let condition = constraint.map_or("", |constraint| constraint.condition.trim());
    match condition {
        "" => String::new(),
        condition => format!("\n```cpp\n{condition}\n```\n"),
    }
}

pub(super) fn attribute(analysis: &Analysis, operation: &Operation, name: &str) -> Option<String> {
    let of = &operation.name;
    if let Some(attribute) = operation.attributes.iter().find(|one| one.name == name) {
        let Attribute {
            constraint,
            storage,
            ..
        } = attribute;
        let note = match (attribute.has_default, attribute.is_optional) {
            (true, _) => ", has a default value",
            (false, true) => ", optional",
            (false, false) => "",
        };
        let constrained = constrained(analysis, "Attr".to_owned(), constraint);
        let condition = condition(analysis, constraint);
        return Some(format!(
            "**Attribute**: `{name}`\n***\nOf `{of}`{note}\n\nType: {constrained}\n\nC++ class: `{storage}`\n{condition}"
        ));
    }
    let property = operation.properties.iter().find(|one| one.name == name)?;
    Some(format!(
        "**Property**: `{name}`\n***\nOf `{of}`\n\nC++ class: `{}`\n",
        property.storage
    ))
}

/// The operation expression around an attribute.
fn operation_around<'a>(analysis: &'a Analysis, path: &[Node<'_>]) -> Option<&'a Operation> {
    path.iter().rev().find_map(|node| match node {
        Node::Expr(Expr {
            kind: ExprKind::Operation(operation),
            ..
        }) => analysis.ods().operation(&operation.name.as_ref()?.text),
        _ => None,
    })
}

/// `base.member`, if the offset is in the member.
fn member(analysis: &Analysis, path: &[Node<'_>], at: Span) -> Option<Hover> {
    let (base, member) = path.iter().rev().find_map(|node| match node {
        Node::Expr(Expr {
            kind: ExprKind::Member(base, member),
            ..
        }) if member.span == at => Some((base, member)),
        _ => None,
    })?;
    let markdown = match type_at(analysis, base.span)? {
        StaticType::Tuple(elements) => element(elements, member)?,
        StaticType::Single(Ty::Operation(name)) => {
            let known = name
                .as_ref()
                .and_then(|name| analysis.ods().operation(name));
            operation_member(analysis, known, member)?
        }
        StaticType::Single(_) => return None,
    };
    Some(Hover {
        span: member.span,
        markdown,
    })
}

fn element(elements: &[(Option<smol_str::SmolStr>, Ty)], member: &Ident) -> Option<String> {
    let index = member.text.parse().ok().or_else(|| {
        let mut names = elements.iter().map(|(name, _)| name.as_ref());
        names.position(|name| name == Some(&member.text))
    })?;
    let (_, ty) = elements.get::<usize>(index)?;
    let name = &member.text;
    Some(format!("**Element**: `{name}`\n***\nType: `{ty}`\n"))
}

fn operation_member(
    analysis: &Analysis,
    known: Option<&Operation>,
    member: &Ident,
) -> Option<String> {
    let name = &member.text;
    let found = known.and_then(|known| {
        let result = match name.parse::<usize>() {
            Ok(index) => known.results.get(index),
            Err(_) => known.results.iter().find(|group| group.name == *name),
        };
        let operand = || known.operands.iter().find(|group| group.name == *name);
        let operand = || Some(("Operand", operand()?, known));
        result
            .map(|group| ("Result", group, known))
            .or_else(operand)
    });
    if let Some((title, group, known)) = found {
        let shown = if group.name.is_empty() {
            name
        } else {
            &group.name
        };
        let of = &known.name;
        let ty = constrained(analysis, group_type(group, "Value"), &group.constraint);
        let condition = condition(analysis, &group.constraint);
        return Some(format!(
            "**{title}**: `{shown}`\n***\nOf `{of}`\n\nType: {ty}\n{condition}"
        ));
    }
    let (ty, what) = match name.as_str() {
        "results" => ("ValueRange", "All results of the operation."),
        "operands" => ("ValueRange", "All operands of the operation."),
        _ if name.parse::<usize>().is_ok() => ("Value", "A result, by its index."),
        _ => return None,
    };
    Some(format!(
        "**Result**: `{name}`\n***\nType: `{ty}`\n\n{what}\n"
    ))
}

fn pattern(analysis: &Analysis, decl: &PatternDecl) -> String {
    let mut text = "**Pattern**".to_owned();
    if let Some(name) = &decl.name {
        let _ = write!(text, ": `{}`", name.text);
    }
    text += "\n***\n";
    for item in &decl.metadata {
        let shown = analysis.sources.text(item.span);
        let inner = shown.split_once('(').map_or("", |(_, rest)| rest);
        let inner = inner.trim_end_matches(')');
        match item.name.text.as_str() {
            "benefit" => drop(writeln!(text, "Benefit: {inner}")),
            "recursion" => text += "HasBoundedRewriteRecursion\n",
            "labels" => drop(writeln!(text, "Labels: {inner}")),
            _ => {}
        }
    }
    if let Some(root) = root(&decl.body) {
        let ty = type_at(analysis, root.span);
        let ty = ty.map_or_else(|| "Op".to_owned(), StaticType::to_string);
        let _ = writeln!(text, "RootOp: `{ty}`");
    }
    text + &documentation(analysis, decl.span)
}

/// The operation that a pattern rewrites.
fn root(body: &Body) -> Option<&Expr> {
    let last = match body {
        Body::Block(block) => block.stmts.last()?,
        Body::Lambda(stmt) => stmt,
        Body::Error(_) => return None,
    };
    match last {
        Stmt::Erase(stmt) => Some(&stmt.root),
        Stmt::Replace(stmt) => Some(&stmt.root),
        Stmt::Rewrite(stmt) => Some(&stmt.root),
        _ => None,
    }
}

/// The comment above a declaration, after a blank line.
fn documentation(analysis: &Analysis, span: Span) -> String {
    let comment = comment_above(analysis, span);
    comment.map_or_else(String::new, |comment| format!("\n{comment}\n"))
}

fn callable(analysis: &Analysis, decl: &CallableDecl) -> String {
    let kind = match decl.kind {
        CallableKind::Constraint => "Constraint",
        CallableKind::Rewrite => "Rewrite",
    };
    let name = decl.name.as_ref();
    let name = name.map_or_else(String::new, |name| format!(": `{}`", name.text));
    let mut text = format!("**{kind}**{name}\n***\n");
    let signature = signature(analysis, decl);
    text += &parameters(&signature.parameters);
    let results: Vec<_> = match &signature.result {
        Some(StaticType::Single(ty)) => vec![format!("* `{ty}`\n")],
        Some(StaticType::Tuple(elements)) => {
            let element = |(name, ty): &(Option<smol_str::SmolStr>, Ty)| match name {
                Some(name) => format!("* {name}: `{ty}`\n"),
                None => format!("* `{ty}`\n"),
            };
            elements.iter().map(element).collect()
        }
        None => Vec::new(),
    };
    if !results.is_empty() {
        let _ = write!(text, "Results:\n{}***\n", results.concat());
    }
    text + &documentation(analysis, decl.span)
}

fn parameters(list: &[(smol_str::SmolStr, String)]) -> String {
    if list.is_empty() {
        return String::new();
    }
    let list = list.iter().map(|(name, ty)| format!("* {name}: `{ty}`\n"));
    format!("Parameters:\n{}***\n", list.collect::<String>())
}

fn predicate(analysis: &Analysis, decl: &PredicateDecl) -> String {
    let mut text = format!("**Predicate**: `{}`\n***\n", decl.name.text);
    let list = decl.params.iter().map(|param| {
        let ty = analysis.sources.text(param.constraint.span);
        (param.name.text.clone(), ty.to_owned())
    });
    text += &parameters(&list.collect::<Vec<_>>());
    if let PredicateBody::Condition(condition) = &decl.body {
        let condition = analysis.sources.text(condition.span);
        let _ = writeln!(text, "```pdll\n{condition}\n```");
    }
    text + &documentation(analysis, decl.span)
}

/// A constraint, or a predicate, of a `.td` file.
fn ods_entity(analysis: &Analysis, name: &str, entity: Entity) -> Option<String> {
    let kind = match entity.kind {
        EntityKind::Predicate => "Predicate",
        _ => "Constraint",
    };
    let Some(constraint) = analysis.ods().constraint(name) else {
        let def = analysis.ods().type_def(name)?;
        let class = &def.class;
        return Some(format!("**Type**: `{name}`\n***\nC++ class: `{class}`\n"));
    };
    let ty = subject_type(constraint.subject);
    let mut text = format!("**{kind}**: `{name}`\n***\nParameters:\n* self: `{ty}`\n***\n");
    if !constraint.summary.is_empty() {
        let _ = writeln!(text, "\n{}", constraint.summary);
    }
    if !constraint.description.is_empty() {
        let _ = writeln!(text, "\n{}", constraint.description);
    }
    Some(text + &condition(analysis, name))
}

/// What is no name of the program.
fn of_syntax(analysis: &Analysis, path: &[Node<'_>], offset: u32) -> Option<Hover> {
    let here = |span: Span, markdown: String| Some(Hover { span, markdown });
    let is_in = |span: Span| touches(analysis, span, offset);
    match *path.last()? {
        Node::Item(Item::Pattern(decl)) if is_in(decl.keyword) => {
            here(decl.keyword, pattern(analysis, decl))
        }
        Node::Item(Item::TypeRule(decl)) => of_type_rule(analysis, decl, offset),
        Node::Item(Item::Callable(decl)) | Node::Callable(decl) => {
            if decl.name.is_none() && is_in(decl.keyword) {
                return here(decl.keyword, callable(analysis, decl));
            }
            let mut names = decl.results.iter().filter_map(|one| one.name.as_ref());
            let name = names.find(|name| is_in(name.span))?;
            match signature(analysis, decl).result? {
                StaticType::Tuple(elements) => here(name.span, element(&elements, name)?),
                StaticType::Single(_) => None,
            }
        }
        Node::Metadata(metadata) if is_in(metadata.name.span) => {
            let (_, text) = METADATA
                .iter()
                .find(|(name, _)| *name == metadata.name.text)?;
            let name = &metadata.name.text;
            here(
                metadata.name.span,
                format!("**Pattern metadata**: `{name}`\n***\n{text}\n"),
            )
        }
        Node::Constraint(constraint) => {
            let name = match &constraint.kind {
                ConstraintKind::Attr(_) => "Attr".to_owned(),
                ConstraintKind::Op(Some(name)) => format!("Op<{}>", name.text),
                ConstraintKind::Op(None) => "Op".to_owned(),
                ConstraintKind::Type => "Type".to_owned(),
                ConstraintKind::TypeRange => "TypeRange".to_owned(),
                ConstraintKind::Value(_) => "Value".to_owned(),
                ConstraintKind::ValueRange(_) => "ValueRange".to_owned(),
                ConstraintKind::Named(_)
                | ConstraintKind::Valued(..)
                | ConstraintKind::Inline(_)
                | ConstraintKind::Error => {
                    return None;
                }
            };
            let word = analysis.token_at(offset)?.span;
            here(word, format!("**Constraint**: `{name}`\n"))
        }
        Node::Expr(Expr { kind, span }) => match kind {
            ExprKind::Attribute(text) => here(*span, attribute_literal(text)),
            ExprKind::Type(text) => here(*span, format!("**Type**: `{}`\n", text.text.trim())),
            ExprKind::Variable(VariableExpr { name: None, .. }) => {
                let end = span.start + 1;
                let word = Some(Span { end, ..*span }).filter(|word| is_in(*word))?;
                here(word, variable("_", type_at(analysis, *span)))
            }
            ExprKind::Member(_, name) if is_in(name.span) => member(analysis, path, name.span),
            ExprKind::Operation(expr) => {
                if is_in(expr.keyword) {
                    let ty = type_at(analysis, *span);
                    let ty = ty.map_or_else(|| "Op".to_owned(), StaticType::to_string);
                    return here(expr.keyword, format!("**Operation**: `{ty}`\n"));
                }
                // In a declaration without meaning, the name has one.
                let name = expr.name.as_ref().filter(|name| is_in(name.span))?;
                let known = analysis.ods().operation(&name.text)?;
                here(name.span, operation(analysis, known))
            }
            _ => None,
        },
        _ => None,
    }
}

/// What patterns may say about themselves.
pub(super) const METADATA: &[(&str, &str)] = &[
    ("benefit", "The `benefit` of matching the pattern."),
    (
        "recursion",
        "The pattern properly handles recursive application.",
    ),
    (
        "labels",
        "Names of groups of patterns, by which passes enable and disable them.",
    ),
];

fn of_type_rule(analysis: &Analysis, decl: &TypeRuleDecl, offset: u32) -> Option<Hover> {
    let names = [Some(decl.keyword), decl.name.as_ref().map(|name| name.span)];
    let mut names = names.into_iter().flatten();
    let span = names.find(|span| touches(analysis, *span, offset))?;
    let mut markdown = "**TypeRule**".to_owned();
    if let Some(name) = &decl.name {
        let _ = write!(markdown, ": `{}`", name.text);
    }
    markdown += "\n***\nHow the types of results follow from operands and attributes.\n";
    markdown += &documentation(analysis, decl.span);
    Some(Hover { span, markdown })
}

fn attribute_literal(text: &StringLit) -> String {
    let literal = text.text.trim();
    let mut markdown = format!("**Attribute**: `{literal}`\n");
    if let Some(ty) = literal_type(literal) {
        let _ = write!(markdown, "***\nType: `{ty}`\n");
    }
    markdown
}

/// The type of an attribute, if its text says that plainly.
fn literal_type(text: &str) -> Option<&str> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    match text.split_once(" : ") {
        Some((number, ty)) if is_number && !number.contains(char::is_whitespace) => {
            return Some(ty.trim());
        }
        _ => {}
    }
    let is_integer = is_number && digits.bytes().all(|byte| byte.is_ascii_digit());
    match text {
        "true" | "false" => Some("i1"),
        _ if is_integer => Some("i64"),
        _ if is_number && digits.parse::<f64>().is_ok() => Some("f64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::hover;
    use crate::editor::ide::testing::analyze;
    use expect_test::{Expect, expect};

    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let text = match hover(&analysis, offset) {
            Some(hover) => format!("{}\n{}", analysis.sources.text(hover.span), hover.markdown),
            None => "nothing".to_owned(),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn what_has_no_name_or_no_definition() {
        check(
            "Pattern => erase op<test.a>($0_: Value);",
            expect![[r#"
            _
            **Variable**: `_`
            ***
            Type: `Value`
        "#]],
        );
        check(
            "Rewrite R(o: Op) -> ($0one: Value, t: Type);",
            expect![[r#"
                one
                **Element**: `one`
                ***
                Type: `Value`
            "#]],
        );
        check(
            "Pattern { let x: $0Constraint(v: Value) { op<test.a>(v); }; erase op<test.a>(x); }",
            expect![[r#"
                Constraint
                **Constraint**
                ***
                Parameters:
                * v: `Value`
                ***
            "#]],
        );
    }

    #[test]
    fn operations_and_their_parts() {
        check(
            "Pattern => erase op<test.pa$0ir>;",
            expect![[r#"
            test.pair
            **OpName**: `test.pair`
            ***

            ***

            ***
            Operands:
            * `lhs`: `Value`, `Any`
            * `rhs`: `Value`, `Any`

            ***
            Results:
            * `out`: `Value`, `Any`

            ***
            Attributes:
            * `mode`: `Attr?`, `Any`
        "#]],
        );
        check(
            "Pattern => erase op<test.pair> {mo$0de};",
            expect![[r#"
            mode
            **Attribute**: `mode`
            ***
            Of `test.pair`, optional

            Type: `Attr`, `Any`

            C++ class: `::mlir::Attribute`
        "#]],
        );
        check(
            "Pattern { let a = op<test.pair>; replace a with a.o$0ut; }",
            expect![[r#"
                out
                **Result**: `out`
                ***
                Of `test.pair`

                Type: `Value`, `Any`
            "#]],
        );
        check(
            "Pattern { let a = op<test.x>; replace a with a.$00; }",
            expect![[r#"
                0
                **Result**: `0`
                ***
                Type: `Value`

                A result, by its index.
            "#]],
        );
    }

    #[test]
    fn variables() {
        check(
            "Pattern => erase op<test.a>(x$0: Value);",
            expect![[r#"
            x
            **Variable**: `x`
            ***
            Type: `Value`
        "#]],
        );
        check(
            "Rewrite R() -> (a: Attr, Type);\nPattern { let o: Op; rewrite o with { let t = R(); let b = t.a$0; erase o; }; }",
            expect![[r#"
                a
                **Element**: `a`
                ***
                Type: `Attr`
            "#]],
        );
    }

    #[test]
    fn declarations() {
        check(
            "// First.\n/// Second.\nConstraint C$0(a: Attr, b: Op<a.b>) -> (x: Value, Type);",
            expect![[r#"
                C
                **Constraint**: `C`
                ***
                Parameters:
                * a: `Attr`
                * b: `Op<a.b>`
                ***
                Results:
                * x: `Value`
                * `Type`
                ***

                 First.
                 Second.
            "#]],
        );
        check(
            "Rewrite R(o: Op) => o;\nRewrite S(o: Op) { return R$0(o); }",
            expect![[r#"
                R
                **Rewrite**: `R`
                ***
                Parameters:
                * o: `Op`
                ***
                Results:
                * `Op`
                ***
            "#]],
        );
        check(
            "// Doc.\nPattern Na$0me with benefit(3), recursion, labels(\"a\", \"b\") => erase op<a.b>;",
            expect![[r#"
                Name
                **Pattern**: `Name`
                ***
                Benefit: 3
                HasBoundedRewriteRecursion
                Labels: "a", "b"
                RootOp: `Op<a.b>`

                 Doc.
            "#]],
        );
        check(
            "Predicate Same$0(self: Type, a: Type) = eq(self, a);",
            expect![[r#"
                Same
                **Predicate**: `Same`
                ***
                Parameters:
                * self: `Type`
                * a: `Type`
                ***
                ```pdll
                eq(self, a)
                ```
            "#]],
        );
    }

    #[test]
    fn words_of_the_language() {
        check(
            "Pattern with bene$0fit(3) => erase op<a.b>;",
            expect![[r#"
            benefit
            **Pattern metadata**: `benefit`
            ***
            The `benefit` of matching the pattern.
        "#]],
        );
        check(
            "Pattern => erase op<a.b>(x: Val$0ue);",
            expect![[r#"
            Value
            **Constraint**: `Value`
        "#]],
        );
        check(
            "Pattern => erase op<a.b>(x: Value) {a = attr<\"2 : i$032\">};",
            expect![[r#"
                attr<"2 : i32">
                **Attribute**: `2 : i32`
                ***
                Type: `i32`
            "#]],
        );
        check("Pattern => era$0se op<a.b>;", expect!["nothing"]);
    }

    #[test]
    fn predicates() {
        check(
            "Predicate P(self: Type, a: Type) = eq(se$0lf, a);",
            expect![[r#"
                self
                **Variable**: `self`
                ***
                Type: `Type`
            "#]],
        );
        check(
            "Predicate P(self: Type, a: Type) = eq(self, a);\nPredicate Q(self: Type) = P$0(self, self);",
            expect![[r#"
                P
                **Predicate**: `P`
                ***
                Parameters:
                * self: `Type`
                * a: `Type`
                ***
                ```pdll
                eq(self, a)
                ```
            "#]],
        );
        check(
            "#include \"pdll/std.pdll\"\nPredicate Q(self: Type) = I$08(self);",
            expect![[r#"
                I8
                **Predicate**: `I8`
                ***
                Parameters:
                * self: `Type`
                ***
                ```pdll
                eq(self, type<"i8">)
                ```

                 The type `i8`.

                     I8(type);
            "#]],
        );
        check(
            "TypeRule T { op<test.pair>(_: Value<t: Type>) -> (t$0); }",
            expect![[r#"
                t
                **Variable**: `t`
                ***
                Type: `Type`
            "#]],
        );
        check(
            "TypeRule T { op<test.pa$0ir>(_: Value<t: Type>",
            expect![[r#"
                test.pair
                **OpName**: `test.pair`
                ***

                ***

                ***
                Operands:
                * `lhs`: `Value`, `Any`
                * `rhs`: `Value`, `Any`

                ***
                Results:
                * `out`: `Value`, `Any`

                ***
                Attributes:
                * `mode`: `Attr?`, `Any`
            "#]],
        );
    }

    #[test]
    fn includes() {
        check(
            "#include \"pdll/s$0td.pdll\"",
            expect![[r#"
            "pdll/std.pdll"
            `std.pdll`
            ***
            <pdll>/std.pdll"#]],
        );
        check("#include \"missing$0.pdll\"", expect!["nothing"]);
    }

    #[test]
    fn damaged_texts() {
        check(
            "Constraint C(a: Attr);\nPattern { let a: Attr; C$0(a)",
            expect![[r#"
                C
                **Constraint**: `C`
                ***
                Parameters:
                * a: `Attr`
                ***
            "#]],
        );
        check(
            "Pattern { let a: Attr; let b = a$0",
            expect![[r#"
            a
            **Variable**: `a`
            ***
            Type: `Attr`
        "#]],
        );
    }
}
