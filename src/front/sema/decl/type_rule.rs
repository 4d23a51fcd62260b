//! The check of a rule for the types of results.

use crate::sema::{Sema, decl::Body, names::TypeRule};

/// Whether a rule has no errors: if all operands and attributes are known, so are the
/// types of all results. Reports what is wrong.
pub(in crate::sema) fn is_valid<'a>(sema: &mut Sema<'a>, rule: &TypeRule<'a>) -> bool {
    let outside = sema.scope.enter_item(rule.item);
    let errors = sema.report.error_count();
    sema.scope.open();
    let mut body = Body::new(sema);
    body.check_type_rule(rule);
    let uses_errors = body.frame.uses_errors;
    sema.scope.close();
    sema.scope.resume(outside);
    sema.report.error_count() == errors && !uses_errors
}
