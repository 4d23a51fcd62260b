//! The pass pipeline of a run.

use crate::mlir::ffi::pass::{OptionSetting, RewriteLimit, TraceSink, parse_pass_pipeline};
use melior::{Context, pass::PassManager};

/// A textual pipeline that can be parsed, and defaults for the options of each
/// `apply-pdll` in it.
///
/// The defaults are not put into the text, because it cannot express every file
/// name: MLIR trims blanks, and has no escapes for quotes and braces.
pub(in crate::commands) struct Pipeline<'o> {
    text: &'o str,
    defaults: Vec<OptionSetting>,
}

impl<'o> Pipeline<'o> {
    /// Checks that the text is a pipeline of registered passes.
    ///
    /// # Errors
    ///
    /// MLIR's reason why it is not.
    pub(in crate::commands) fn new(
        text: &'o str,
        defaults: Vec<OptionSetting>,
    ) -> Result<Self, String> {
        let pipeline = Pipeline { text, defaults };
        pipeline.parse(&Context::new(), None, None)?;
        Ok(pipeline)
    }

    /// Creates the passes in a context. Each `apply-pdll` gives its trace to the sink.
    pub(in crate::commands) fn instantiate<'c>(
        &self,
        context: &'c Context,
        trace: Option<&'c TraceSink<'_>>,
    ) -> PassManager<'c> {
        self.parse(context, trace, None).expect(PARSED_BEFORE)
    }

    /// Creates the passes in a context, which has no threads from then on. Once they have
    /// rewritten as often as the limit says, no pattern matches any more.
    pub(in crate::commands) fn instantiate_limited<'c>(
        &self,
        context: &'c Context,
        trace: Option<&'c TraceSink<'_>>,
        limit: &'c RewriteLimit,
    ) -> PassManager<'c> {
        self.parse(context, trace, Some(limit))
            .expect(PARSED_BEFORE)
    }

    fn parse<'c>(
        &self,
        context: &'c Context,
        trace: Option<&'c TraceSink<'_>>,
        limit: Option<&'c RewriteLimit>,
    ) -> Result<PassManager<'c>, String> {
        parse_pass_pipeline(context, self.text, &self.defaults, trace, limit)
            .map_err(|reason| reason.trim().to_owned())
    }
}

const PARSED_BEFORE: &str = "it was parsed before, and passes stay registered";
