//! How to apply patterns: the options of the pass `apply-pdll`, with the names,
//! defaults and descriptions that `cpp-shim/shim/contract/Options.def` has for them.

/// How to apply the patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Driver {
    /// Until no pattern matches, with folding.
    Greedy,
    /// Once to each operation. Ignores the options that follow, except
    /// `max_num_rewrites`.
    Walk,
}

/// How much to simplify control flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionSimplify {
    /// Not at all.
    Disabled,
    /// Without merging blocks.
    Normal,
    /// With merging of identical blocks.
    Aggressive,
}

/// Which operations to rewrite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strictness {
    /// All operations.
    Any,
    /// Those present at the start, and new ones.
    ExistingAndNew,
    /// Those present at the start.
    Existing,
}

/// How to apply patterns. The defaults are those of the pass.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How to apply the patterns.
    pub driver: Driver,
    /// Visit operations from the top down at first, rather than from the bottom
    /// up.
    pub top_down: bool,
    /// How much to simplify control flow.
    pub region_simplify: RegionSimplify,
    /// Maximum number of rounds; -1 for no limit.
    pub max_iterations: i64,
    /// Maximum number of rewrites in a round, or in a walk; -1 for no limit.
    pub max_num_rewrites: i64,
    /// Fold operations between rewrites, or in a conversion before trying
    /// patterns.
    pub fold: bool,
    /// Merge equal constants.
    pub cse_constants: bool,
    /// Which operations to rewrite.
    pub strictness: Strictness,
    /// Fail if a limit is reached while patterns still match.
    pub test_convergence: bool,
    /// Maximum number of users of values that a pattern looks at to match one
    /// operation; -1 for no limit.
    pub max_searched_users: i64,
    /// Maximum number of megabytes that patterns add to the program, and that the
    /// attributes, types and locations which they make take; -1 for no limit.
    pub max_growth: i64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            driver: Driver::Greedy,
            top_down: true,
            region_simplify: RegionSimplify::Normal,
            max_iterations: 10,
            max_num_rewrites: -1,
            fold: true,
            cse_constants: true,
            strictness: Strictness::Any,
            test_convergence: false,
            max_searched_users: 1 << 20,
            max_growth: 256,
        }
    }
}

/// What the conversion must reach.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConversionMode {
    /// No illegal operations are left.
    #[default]
    Partial,
    /// Only legal operations are left.
    Full,
    /// Nothing changes, and remarks say what would become legal.
    Analysis,
}

/// What a conversion must reach, and what it converts.
#[derive(Debug, Clone, Default)]
pub struct ConversionOptions {
    /// What the conversion must reach.
    pub mode: ConversionMode,
    /// Dialects of legal operations; `*` stands for all operations that are in
    /// no list.
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
    /// Which types become which, as in `index=i64,f64=f32,none=()`.
    pub type_conversion: String,
    /// Also convert the types of functions, with calls, returns and branches.
    /// Covers the operations of the dialects that are loaded when the patterns
    /// are built.
    pub convert_signatures: bool,
}

/// What is done with native functions whose C++ code is in pattern files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NativeCode {
    /// They are errors: code must not run by surprise.
    #[default]
    Off,
    /// They are compiled with the C++ compiler of the system: `$CXX`, or else
    /// clang or gcc. That they do no harm is for the caller to know.
    Compile,
}
