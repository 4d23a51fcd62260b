//! Whether a tool can load a plugin, and the one line that works with the tool.

use super::{
    host::Host,
    plugin::Plugin,
    report::{Report, path_value, word},
};

/// Compares a tool with a plugin. `plugin` is `None` if this installation has none.
pub(super) fn report(host: &Host, plugin: Option<&Plugin>) -> Report {
    let mut report = Report::default();
    describe_host(host, &mut report);
    match plugin {
        Some(plugin) => compare(host, plugin, &mut report),
        None => {
            report.add("plugin", "none", "plugin", None::<String>);
            report.problems.push(
                "there is no `libpdll.so` beside this program; name one with `--plugin`".to_owned(),
            );
        }
    }
    report.advice = Some(advice(host, plugin.filter(|_| report.is_good())));
    report
}

fn describe_host(host: &Host, report: &mut Report) {
    let file = host.file();
    let kind = if file.is_program {
        "program"
    } else {
        "library"
    };
    report.add(
        "tool",
        file.path.display().to_string(),
        "tool",
        path_value(&file.path),
    );
    report.add("kind", format!("{kind} for {}", file.machine), "kind", kind);
    report.add_text("MLIR", "mlirVersion", host.version());
    let libraries = host.libraries();
    let from = match &*libraries {
        [] => "inside".to_owned(),
        names => names.join(", "),
    };
    report.add("MLIR is in", from, "mlirLibraries", libraries);
    let assertions = host.assertions();
    report.add(
        "assertions",
        on_or_off(assertions),
        "assertions",
        assertions,
    );
    let exported = host.exported();
    let shown = match host.hides_mlir() {
        true => format!("hidden ({exported} other names are visible)"),
        false => format!("visible ({exported} names)"),
    };
    report.add("C++ functions", shown, "visibleNames", exported);
    let loads = host.loads_plugins();
    let shown = if loads { "yes" } else { "no" };
    report.add("loads plugins", shown, "loadsPassPlugins", loads);
    if let Some(package) = &host.package {
        let class = package.bindings.as_ref();
        let class = class.map(|name| format!("{name}.rewrite.PDLModule"));
        let shown = class.as_deref().unwrap_or("no `rewrite.PDLModule`");
        report.add("in Python", shown, "pdlModule", class.clone());
    }
}

fn on_or_off(assertions: Option<bool>) -> &'static str {
    match assertions {
        Some(true) => "on",
        Some(false) => "off",
        None => "unknown",
    }
}

/// Adds what the plugin needs, and each reason why it cannot be loaded.
fn compare(host: &Host, plugin: &Plugin, report: &mut Report) {
    let path = &plugin.path;
    report.add(
        "plugin",
        path.display().to_string(),
        "plugin",
        path_value(path),
    );
    let version = plugin.version.as_deref();
    let shown = format!(
        "MLIR {}, assertions {}",
        version.unwrap_or("unknown"),
        on_or_off(plugin.assertions)
    );
    report.add("plugin is for", shown, "pluginMlirVersion", version);
    let missing = plugin.wanted.iter();
    let missing: Vec<_> = missing.filter(|name| !host.loaded.defines(name)).collect();
    let (count, all) = (missing.len(), plugin.wanted.len());
    let shown = format!("{count} of the {all} names that the plugin needs");
    report.add("missing", shown, "missingNames", count);
    let example = missing.first().map(|name| String::from_utf8_lossy(name));
    let problems = [
        other_machine(host, plugin),
        no_option(host),
        other_version(host, plugin),
        other_assertions(host, plugin),
        hidden(host),
        other_libraries(host, plugin),
        example
            .filter(|_| !host.hides_mlir())
            .map(|name| format!("the tool does not define `{name}`, which the plugin needs")),
        not_found(host),
    ];
    report.problems.extend(problems.into_iter().flatten());
}

fn other_machine(host: &Host, plugin: &Plugin) -> Option<String> {
    let (tool, own) = (&host.file().machine, &plugin.machine);
    (tool != own).then(|| format!("the tool is for {tool}, and the plugin for {own}"))
}

fn no_option(host: &Host) -> Option<String> {
    let is_missing = host.file().is_program && !host.loads_plugins();
    is_missing.then(|| format!("`{}` has no option `--load-pass-plugin`", host.name()))
}

fn other_version(host: &Host, plugin: &Plugin) -> Option<String> {
    let (tool, own) = (host.version()?, plugin.version.as_deref()?);
    (tool != own)
        .then(|| format!("the tool has MLIR {tool}, and the plugin was built for MLIR {own}"))
}

fn other_assertions(host: &Host, plugin: &Plugin) -> Option<String> {
    let (tool, own) = (host.assertions()?, plugin.assertions?);
    let built = |has: bool| if has { "with" } else { "without" };
    (tool != own).then(|| {
        format!(
            "the tool was built {} LLVM's assertions, and the plugin {} them, so that their \
             functions have other names",
            built(tool),
            built(own)
        )
    })
}

fn hidden(host: &Host) -> Option<String> {
    host.hides_mlir().then(|| {
        "the tool hides the C++ functions of MLIR, so that it can load no plugin at all".to_owned()
    })
}

/// A library that only the plugin loads would be a second MLIR in the process.
fn other_libraries(host: &Host, plugin: &Plugin) -> Option<String> {
    let libraries = plugin.libraries.iter();
    let other: Vec<_> = libraries
        .filter(|name| !host.loaded.has(name))
        .map(String::as_str)
        .collect();
    if other.is_empty() {
        return None;
    }
    let tool = match &*host.libraries() {
        [] => "contains MLIR itself".to_owned(),
        names => format!("loads `{}`", names.join("`, `")),
    };
    Some(format!(
        "the plugin needs `{}`, and the tool {tool}",
        other.join("`, `")
    ))
}

fn not_found(host: &Host) -> Option<String> {
    let missing = &host.loaded.missing;
    (!missing.is_empty()).then(|| {
        format!(
            "the tool cannot start, because `{}` was not found",
            missing.join("`, `")
        )
    })
}

/// Returns the line that works with the tool. `plugin` is one that it can load.
fn advice(host: &Host, plugin: Option<&Plugin>) -> String {
    let tool = word(&host.file().path);
    let is_program = host.file().is_program;
    match plugin {
        Some(plugin) if is_program => {
            let path = word(&plugin.path);
            return format!(
                "{tool} --load-pass-plugin={path} \
                 --pass-pipeline='builtin.module(apply-pdll{{patterns=a.pdll}})' in.mlir"
            );
        }
        Some(plugin) => {
            let path = word(&plugin.path);
            return format!(
                "c++ main.cpp {path} {tool} (main.cpp includes pdll/Pdll.h and applies patterns \
                 at run time)"
            );
        }
        None => {}
    }
    const TO_PDL: &str = "pdll-opt compile -x mlir --portable a.pdll -o a.mlir";
    let files = &host.loaded.files;
    if is_program && host.name() == "iree-compile" && files.iter().any(|file| file.words.takes_pdl)
    {
        return format!(
            "{TO_PDL} && {tool} --iree-preprocessing-pdl-spec-filename=a.mlir in.mlir -o out"
        );
    }
    let bindings = host.package.as_ref();
    if let Some(name) = bindings.and_then(|package| package.bindings.as_ref()) {
        return format!(
            // The bindings do not keep the module alive, so it needs a name.
            "{TO_PDL}, and in Python: pdl = {name}.ir.Module.parse(open('a.mlir').read()); \
             patterns = {name}.rewrite.PDLModule(pdl)"
        );
    }
    match is_program {
        true => format!(
            "pdll-opt apply a.pdll in.mlir --allow-unregistered-dialect --mlir-print-op-generic \
             | {tool} -"
        ),
        false => "pdll-opt compile -x cpp a.pdll -o a.h.inc (a C++ header, for a program that is \
                  built with this library)"
            .to_owned(),
    }
}
