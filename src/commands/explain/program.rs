//! The program in the state that is looked at.

use crate::{
    back::explain::Origins,
    commands::Input,
    commands::apply::pipeline::Pipeline,
    commands::options::{Explain, Format, State},
    mlir::ffi::{
        entity,
        ir::parse_module,
        pass::{OptionSetting, TraceSink},
        print::{self, PrintOptions},
        text_places::{TextPlaces, parse_with_places},
    },
};
use melior::{Context, ir::Module};

pub(super) struct Program<'c> {
    pub(super) module: Module<'c>,
    pub(super) places: TextPlaces,
    /// The name and the text, unless it stands in the input.
    pub(super) text: Option<(String, String)>,
    /// Where the operations stand in the input, if that is elsewhere.
    pub(super) origins: Option<Origins>,
}

impl<'c> Program<'c> {
    /// Reads the program, and applies patterns to it if the options ask for that. On
    /// failure the errors have gone to the diagnostic engine.
    pub(super) fn read(
        options: &Explain,
        context: &'c Context,
        pipeline: &Pipeline<'_>,
        input: &Input,
        trace: &TraceSink<'_>,
    ) -> Option<Self> {
        if options.at == State::Input {
            let (module, places) = parse_with_places(context, &input.bytes, &input.name)?;
            return Some(Program {
                module,
                places,
                text: None,
                origins: None,
            });
        }
        let mut module = parse_module(context, &input.bytes, &input.name)?;
        pipeline
            .instantiate(context, Some(trace))
            .run(&mut module)
            .ok()?;
        let text = printed(&module);
        let name = format!("<{}>", options.at.name());
        let (parsed, places) = parse_with_places(context, text.as_bytes(), &name)?;
        let origins = Origins::new(
            &entity::operations_in_order(parsed.as_operation()),
            &entity::operations_in_order(module.as_operation()),
        );
        Some(Program {
            module: parsed,
            places,
            text: Some((name, text)),
            origins: Some(origins),
        })
    }
}

/// The options of the pass in a run up to the state that is looked at.
pub(super) fn settings(options: &Explain, input: &Input) -> Vec<OptionSetting> {
    let mut flags = options.setup.pass.clone();
    if let State::Step(number) = options.at {
        flags.limit_rewrites(number);
    }
    flags.set_default("warn-never-fired", "none");
    if has_texts(options, input) {
        flags.trace_texts();
    }
    for file in options.setup.pattern_files() {
        flags.add_pattern_file(file.display().to_string());
    }
    flags.into_settings(&options.setup.common)
}

/// Whether the trace has all that a page shows of the program.
pub(super) fn has_texts(options: &Explain, input: &Input) -> bool {
    options.format == Format::Html && is_short(input)
}

/// Whether somebody may want to read all of a program. The trace of a longer one does not
/// say where its changes are.
fn is_short(input: &Input) -> bool {
    const MAX_LINES: usize = 2000;
    input.bytes.split(|byte| *byte == b'\n').count() <= MAX_LINES
}

fn printed(module: &Module<'_>) -> String {
    let options = PrintOptions {
        locations: false,
        generic: false,
    };
    let mut text = String::new();
    print::print(module.as_operation(), options, &mut text);
    text
}
