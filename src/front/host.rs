//! What analysis asks of the MLIR in whose context the patterns will live.

/// The MLIR context, seen from analysis. Analysis itself knows no MLIR object,
/// so that it can be tested without, and for any context.
pub trait Host {
    /// Parses the text of an attribute and keeps the result.
    ///
    /// # Errors
    ///
    /// MLIR's reason why the text is not an attribute.
    fn parse_attribute(&mut self, text: &str) -> Result<LiteralId, LiteralError>;

    /// Makes the attribute with the lengths of groups of values, as
    /// `operandSegmentSizes` has them.
    ///
    /// # Errors
    ///
    /// MLIR's reason why there is no such attribute.
    fn parse_lengths(&mut self, lengths: &[usize]) -> Result<LiteralId, LiteralError> {
        let mut text = "array<i32".to_owned();
        for (index, length) in lengths.iter().enumerate() {
            text += if index == 0 { ": " } else { ", " };
            text += &length.to_string();
        }
        text.push('>');
        self.parse_attribute(&text)
    }

    /// Parses the text of a type and keeps the result.
    ///
    /// # Errors
    ///
    /// MLIR's reason why the text is not a type.
    fn parse_type(&mut self, text: &str) -> Result<LiteralId, LiteralError>;

    /// What the context knows about an operation.
    fn operation(&mut self, name: &str) -> OperationKnowledge;

    /// The full names of operations that MLIR has, one a line, among other names without a
    /// dot. They are for advice only: there may be none.
    fn listed_operations(&self) -> &'static str {
        ""
    }

    /// Whether an operation is one of MLIR's own, wherever that is known. The answer must
    /// not change what patterns do, only how fast they are.
    fn is_listed(&self, _operation: &str) -> bool {
        false
    }

    /// Whether there may be operations that are not registered.
    fn allows_unregistered(&self) -> bool;

    /// Whether programs may have operations of an included dialect that its definitions do
    /// not have. Who only compiles patterns knows no program.
    fn allows_unknown_operations(&self) -> bool {
        self.allows_unregistered()
    }

    /// Which native functions analysis may call where the source calls none.
    fn hidden_natives(&self) -> HiddenNatives {
        HiddenNatives::Allowed
    }
}

/// Calls of native functions that the source does not mention, such as one that computes
/// the lengths of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HiddenNatives {
    /// What runs the patterns has these functions.
    #[default]
    Allowed,
    /// The patterns run where pdll is not: a name that is not registered there calls
    /// another function.
    Forbidden,
}

/// A literal that the host has parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LiteralId(pub u32);

/// Why a text is not an attribute or type.
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
