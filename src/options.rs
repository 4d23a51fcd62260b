//! How patterns are applied: the options of the pass `apply-pdll`, under the
//! same names.

/// Which way patterns are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Driver {
    /// Until nothing matches any more, with folding.
    Greedy,
    /// Once over every operation; of the options only `max_num_rewrites`
    /// applies.
    Walk,
}

/// How much control flow is simplified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionSimplify {
    /// Not at all.
    Disabled,
    /// Without merging blocks.
    Normal,
    /// With merging of identical blocks.
    Aggressive,
}

/// Which operations are rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// All.
    Any,
    /// Those present at the start, and new ones.
    ExistingAndNew,
    /// Those present at the start.
    Existing,
}

/// How patterns are applied, with the defaults of the pass.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Which way patterns are driven.
    pub driver: Driver,
    /// Whether operations are visited from the top of a region down at first.
    pub top_down: bool,
    /// How much control flow is simplified.
    pub region_simplify: RegionSimplify,
    /// How many rounds over the whole region, or -1 for no limit.
    pub max_iterations: i64,
    /// How many rewrites within one round, or -1 for as many as patterns that
    /// come to an end may need.
    pub max_num_rewrites: i64,
    /// Whether operations are folded between rewrites.
    pub fold: bool,
    /// Whether equal constants are merged.
    pub cse_constants: bool,
    /// Which operations are rewritten.
    pub strictness: Strictness,
    /// Whether it is an error when a limit is met before a fixpoint.
    pub test_convergence: bool,
}

/// Which operations a conversion has to leave.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConversionMode {
    /// No illegal ones.
    #[default]
    Partial,
    /// Legal ones only.
    Full,
    /// All of them; remarks say what would become legal.
    Analysis,
}

/// What a conversion is to reach.
#[derive(Debug, Clone, Default)]
pub struct ConversionOptions {
    /// Which operations it has to leave.
    pub mode: ConversionMode,
    /// Dialects of legal operations; `*` is all operations that are in no list.
    pub legal_dialects: Vec<String>,
    /// Legal operations.
    pub legal_ops: Vec<String>,
    /// Dialects of operations that are legal if none of their types is
    /// converted.
    pub dynamic_dialects: Vec<String>,
    /// Operations that are legal if none of their types is converted.
    pub dynamic_ops: Vec<String>,
    /// Dialects of illegal operations.
    pub illegal_dialects: Vec<String>,
    /// Illegal operations.
    pub illegal_ops: Vec<String>,
    /// Which types become which, as in `index=i64,f64=f32`.
    pub type_conversion: String,
    /// Whether the types of functions are converted too, with calls, returns and
    /// branches, and function types. Knows the operations of the dialects that
    /// are loaded when the patterns are built.
    pub convert_signatures: bool,
}

/// What is done with native functions whose C++ code is in pattern files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NativeCode {
    /// They are errors: nobody should run code by surprise.
    #[default]
    Off,
    /// They are compiled with the C++ compiler of the system: `$CXX`, or else
    /// `c++`. That they do no harm is for the caller to know.
    Compile,
}
