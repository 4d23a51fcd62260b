//! Symbols.

use super::{Call, Said, shown};
use crate::{back::explain::name_of, mlir::ffi::entity};
use melior::ir::AttributeLike;

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "GetSymbolName" => Err(no_symbol(call)),
        "IsDefinedSymbol" => {
            let symbol = call.attribute(1);
            match symbol.is_string() || symbol.is_symbol_ref() {
                true => Ok(format!("nothing defines {}", shown(symbol))),
                false => Err(format!(
                    "{} is neither a string nor a symbol",
                    shown(symbol)
                )),
            }
        }
        "IsUnusedSymbol" => match entity::attribute(call.operation(0), "sym_name") {
            Some(name) => Ok(format!(
                "something refers to {}, or there is no symbol table around it",
                shown(name)
            )),
            None => Err(no_symbol(call)),
        },
        _ => return None,
    })
}

fn no_symbol(call: &Call<'_, '_>) -> String {
    format!("{} defines no symbol", shown(name_of(call.operation(0))))
}
