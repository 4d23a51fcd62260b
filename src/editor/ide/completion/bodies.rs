//! Regions, and labels of blocks.

use super::{Completion, CompletionKind, Insert, Items};
use crate::front::sema::Ty;

impl Items<'_> {
    /// The names of the regions of an operation, and what may be one.
    pub(super) fn regions(&self, operation: usize) -> Vec<Completion> {
        let name = self.cursor.operation_name(operation);
        let known = self.analysis.ods().operation(&name);
        let regions = known.iter().flat_map(|known| &known.regions);
        let named = regions.filter(|region| !region.name.is_empty() && !region.is_variadic());
        let named = named.map(|region| Completion {
            detail: format!("region of {name}"),
            insert: Insert::Plain(format!("{} = ", region.name)),
            ..self.item(region.name.as_str(), CompletionKind::Field)
        });
        let mut items: Vec<_> = named.collect();
        items.extend(self.variables_of(&Ty::Region));
        items.push(self.snippet("{…}", "{\n  $0\n}", "a region with one block", 3));
        items
    }

    pub(super) fn labels(&self) -> Vec<Completion> {
        let mut labels = self.variables_of(&Ty::Block);
        labels.retain(|one| one.label.starts_with('^'));
        labels
    }
}
