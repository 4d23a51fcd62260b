//! Messages between us and the editor: as the protocol frames them, or as lit tests
//! write them.

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use lsp_server::{Connection, Message};
use std::{
    io::{self, BufRead, Write},
    thread::{self, JoinHandle},
};

/// How messages are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    /// Messages to us stand between lines `// -----`, and other comments are left out.
    pub(crate) delimited: bool,
    /// Messages from us are indented.
    pub(crate) pretty: bool,
}

/// The threads that read and write.
pub(crate) struct Threads {
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits until all messages are written, after the connection is gone.
    ///
    /// # Errors
    ///
    /// The reason why they cannot be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.writer
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the writer panicked")))
    }
}

/// Connects to an editor at standard input and output.
pub(crate) fn connect(style: Style) -> io::Result<(Connection, Threads)> {
    let (to_us, receiver) = bounded(0);
    let (sender, to_editor) = unbounded();
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read(style, &mut io::stdin().lock(), &to_us))?;
    let writer = thread::Builder::new()
        .name("writer".to_owned())
        .spawn(move || write(style, &mut io::stdout().lock(), &to_editor))?;
    Ok((Connection { sender, receiver }, Threads { writer }))
}

/// Ends with the input, with a message that is none, or after the last one.
fn read(style: Style, input: &mut impl BufRead, to_us: &Sender<Message>) {
    let next = |input: &mut _| match style.delimited {
        true => read_delimited(input),
        false => Message::read(input),
    };
    while let Ok(Some(message)) = next(input) {
        let is_last = matches!(&message, Message::Notification(one) if one.method == "exit");
        if to_us.send(message).is_err() || is_last {
            return;
        }
    }
}

fn read_delimited(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    loop {
        let mut text = String::new();
        let mut line = String::new();
        let mut is_end = true;
        while input.read_line(&mut line)? > 0 {
            if line.trim_end() == "// -----" {
                is_end = false;
                break;
            }
            if !line.trim_start().starts_with("//") {
                text += &line;
            }
            line.clear();
        }
        if !text.trim().is_empty() {
            return serde_json::from_str(&text)
                .map(Some)
                .map_err(io::Error::other);
        }
        if is_end {
            return Ok(None);
        }
    }
}

fn write(style: Style, output: &mut impl Write, to_editor: &Receiver<Message>) -> io::Result<()> {
    for message in to_editor {
        if style.pretty {
            write_pretty(&message, output)?;
        } else {
            message.write(output)?;
        }
        output.flush()?;
    }
    Ok(())
}

fn write_pretty(message: &Message, output: &mut impl Write) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    if let Some(fields) = value.as_object_mut() {
        fields.insert("jsonrpc".to_owned(), "2.0".into());
    }
    // The order of the fields must not depend on our types.
    value.sort_all_objects();
    let text = serde_json::to_string_pretty(&value)?;
    writeln!(output, "Content-Length: {}\r\n\r\n{text}", text.len())
}
