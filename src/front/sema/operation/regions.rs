//! Which regions of an operation an expression is about.

use crate::{
    base::diagnostic::{Diagnostic, closest, count},
    base::source::Span,
    ods::Operation,
    sema::decl::{Body, Section},
    syntax::ast::{Ident, OperationExpr, RegionContents, RegionExpr},
};

/// What an operation expression says about regions.
#[derive(Default)]
pub(super) struct Listed<'e> {
    /// How many there are, if it says so.
    pub(super) number: Option<u32>,
    /// The index of each region that is written.
    pub(super) regions: Vec<(u32, &'e RegionExpr)>,
}

impl Body<'_, '_> {
    /// The regions that an operation lists, or none if the list has an error.
    pub(super) fn listed_regions<'e>(
        &mut self,
        expr: &'e OperationExpr,
        known: Option<&Operation>,
    ) -> Option<Listed<'e>> {
        let Some(list) = &expr.regions else {
            return Some(Listed::default());
        };
        let first = list.first()?;
        let is_damaged = |region: &RegionExpr| matches!(region.contents, RegionContents::Error);
        if list.iter().any(is_damaged) {
            return None;
        }
        if let Some(known) = known.filter(|known| known.regions.is_empty()) {
            let message = format!("`{}` has no regions in its definition", known.name);
            self.sema.report(
                Diagnostic::error(first.span, message)
                    .note(known.span, "the operation is defined here"),
            );
            return None;
        }
        if list.iter().any(|region| region.name.is_some()) {
            return self.regions_by_name(list, expr, known);
        }
        if let Some(known) = known {
            self.check_number_of_regions(list, known)?;
        }
        Some(Listed {
            number: Some(list.len() as u32),
            regions: (0..).zip(list).collect(),
        })
    }

    fn check_number_of_regions(&mut self, list: &[RegionExpr], known: &Operation) -> Option<()> {
        let (any, fixed): (Vec<_>, Vec<_>) =
            known.regions.iter().partition(|one| one.is_variadic());
        let fits = match any[..] {
            [] => list.len() == fixed.len(),
            _ => list.len() >= fixed.len(),
        };
        if fits {
            return Some(());
        }
        let least = if any.is_empty() { "" } else { "at least " };
        let message = format!(
            "`{}` has {least}{} in its definition, found {}",
            known.name,
            count(fixed.len(), "region"),
            list.len()
        );
        let span = list[0].span.to(list[list.len() - 1].span);
        self.sema.report(
            Diagnostic::error(span, message)
                .note(known.span, "the operation is defined here")
                .help("`_` stands for a region that may be anything"),
        );
        None
    }

    /// The regions of a list in which at least one has a name.
    fn regions_by_name<'e>(
        &mut self,
        list: &'e [RegionExpr],
        expr: &OperationExpr,
        known: Option<&Operation>,
    ) -> Option<Listed<'e>> {
        let Some(known) = known else {
            let shown = match &expr.name {
                Some(name) => format!("`{}`", name.text),
                None => "this operation".to_owned(),
            };
            let name = list.iter().find_map(|region| region.name.as_ref())?;
            let message = format!(
                "no included definition of {shown} says that it has a region `{}`",
                name.text
            );
            let help = "include the `.td` file that defines it, or write all regions in order, without names";
            self.sema
                .report(Diagnostic::error(name.span, message).help(help));
            return None;
        };
        let mut listed = Listed::default();
        let mut seen: Vec<&Ident> = Vec::new();
        for region in list {
            let Some(name) = &region.name else {
                let message = "expected a name before this region, as others in the list have one";
                let help = show(known);
                self.sema
                    .report(Diagnostic::error(region.span, message).help(help));
                return None;
            };
            if let Some(previous) = seen.iter().find(|other| other.text == name.text) {
                let message = format!("the region `{}` is already described", name.text);
                self.sema.report(
                    Diagnostic::error(name.span, message)
                        .note(previous.span, "it is first described here"),
                );
                return None;
            }
            seen.push(name);
            let index = self.region_named(name, known)?;
            listed.regions.push((index, region));
        }
        if self.frame.section == Section::Rewrite {
            listed.number = Some(self.number_of_regions(known, list[0].span)?);
        }
        Some(listed)
    }

    /// How many regions an operation has by its definition, if that is fixed.
    fn number_of_regions(&mut self, known: &Operation, place: Span) -> Option<u32> {
        if let Some(any) = known.regions.iter().find(|one| one.is_variadic()) {
            let message = format!(
                "`{}` has any number of regions, those of `{}` among them",
                known.name, any.name
            );
            let help = "write all regions in order, without names";
            self.sema
                .report(Diagnostic::error(place, message).help(help));
            return None;
        }
        Some(known.regions.len() as u32)
    }

    /// The index of the region that a definition gives a name.
    fn region_named(&mut self, name: &Ident, known: &Operation) -> Option<u32> {
        let index = known.regions.iter().position(|one| one.name == name.text);
        let Some(index) = index else {
            let names = known.regions.iter().map(|region| region.name.as_str());
            let similar = closest(&name.text, names);
            let message = format!("`{}` has no region `{}`", known.name, name.text);
            let error = Diagnostic::error(name.span, message)
                .note(known.span, "the operation is defined here");
            self.sema.report(match similar {
                Some(_) => error.did_you_mean(name.span, similar),
                None => error.help(show(known)),
            });
            return None;
        };
        if known.regions[index].is_variadic() {
            let message = format!(
                "`{}` of `{}` stands for any number of regions",
                name.text, known.name
            );
            let help = "write all regions in order, without names";
            self.sema
                .report(Diagnostic::error(name.span, message).help(help));
            return None;
        }
        Some(index as u32)
    }
}

/// The regions that a definition has, for messages.
fn show(known: &Operation) -> String {
    let names = known.regions.iter().map(|region| match &*region.name {
        "" => "`_`".to_owned(),
        name => format!("`{name}`"),
    });
    let names: Vec<_> = names.collect();
    match &names[..] {
        [one] => format!("its region is {one}"),
        all => format!("its regions are {}", all.join(", ")),
    }
}
