//! What analysis asks of the MLIR in whose context the patterns will live.

/// The MLIR context, seen from analysis. Analysis itself knows no MLIR object,
/// so that it can be tested without, and for any context.
pub trait Host {
    /// Parses the text of an attribute and keeps the result.
    ///
    /// # Errors
    ///
    /// MLIR's reason why the text is no attribute.
    fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError>;

    /// Parses the text of a type and keeps the result.
    ///
    /// # Errors
    ///
    /// MLIR's reason why the text is no type.
    fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError>;

    /// What the context knows about an operation.
    fn operation(&mut self, name: &str) -> OperationKnowledge;

    /// Whether there may be operations that are not registered.
    fn allows_unregistered(&self) -> bool;
}

/// A literal that the host has parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LiteralId(pub u32);

/// Why a text is no attribute or type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiteralError {
    /// The reason.
    pub message: String,
    /// The offending byte of the text, where known.
    pub offset: Option<usize>,
}

/// What a context knows about an operation's results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationKnowledge {
    /// Nothing: the operation is not registered there.
    Unknown,
    /// It computes its result types itself.
    InfersResults,
    /// It may have no results.
    MayHaveNoResults,
    /// It has results, whose types it cannot compute.
    NeedsResultTypes,
}

#[cfg(test)]
pub(crate) mod fake {
    //! A host without MLIR.

    use super::{Host, LiteralError, LiteralId, OperationKnowledge};

    /// Takes any text but the empty one for a literal, and knows the operations
    /// whose names say what it knows: `test.infers`, `test.may_have_none` and
    /// `test.needs_types`.
    #[derive(Default)]
    pub(crate) struct FakeHost {
        literals: Vec<String>,
    }

    impl FakeHost {
        fn literal(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
            if text.is_empty() {
                return Err(LiteralError {
                    message: "there is nothing".to_owned(),
                    offset: None,
                });
            }
            let known = self.literals.iter().position(|known| known == text);
            let index = known.unwrap_or_else(|| {
                self.literals.push(text.to_owned());
                self.literals.len() - 1
            });
            Ok(LiteralId(index as u32))
        }
    }

    impl Host for FakeHost {
        fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
            self.literal(text)
        }

        fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError> {
            self.literal(text)
        }

        fn operation(&mut self, name: &str) -> OperationKnowledge {
            match name {
                "test.infers" => OperationKnowledge::InfersResults,
                "test.may_have_none" => OperationKnowledge::MayHaveNoResults,
                "test.needs_types" => OperationKnowledge::NeedsResultTypes,
                _ => OperationKnowledge::Unknown,
            }
        }

        fn allows_unregistered(&self) -> bool {
            false
        }
    }
}
