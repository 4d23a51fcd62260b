//! Saying that something takes long.

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// The one thing that takes long, as the editor shows it. An editor that cannot show it
/// gets no messages.
#[derive(Debug, Default)]
pub(super) struct Progress {
    is_supported: bool,
    /// Counts what was shown.
    number: i32,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    /// The editor was asked whether it shows this.
    Asked(String),
    /// The editor shows it.
    Shown,
}

impl Progress {
    pub(super) fn new(is_supported: bool) -> Self {
        Progress {
            is_supported,
            ..Progress::default()
        }
    }

    /// The messages that say what goes on now.
    pub(super) fn say(&mut self, what: &str) -> Option<Message> {
        match &mut self.state {
            State::Idle if self.is_supported => {
                self.number += 1;
                self.state = State::Asked(what.to_owned());
                let params = json!({ "token": self.token() });
                let method = "window/workDoneProgress/create".to_owned();
                Some(Request::new(self.id(), method, params).into())
            }
            State::Idle => None,
            State::Asked(asked) => {
                what.clone_into(asked);
                None
            }
            State::Shown => Some(self.report(json!({ "kind": "report", "message": what }))),
        }
    }

    /// The message after the editor has answered whether it shows what goes on.
    pub(super) fn answered(&mut self, response: &Response) -> Option<Message> {
        if response.id != self.id() {
            return None;
        }
        match std::mem::take(&mut self.state) {
            State::Asked(what) if response.response_result.is_ok() => {
                self.state = State::Shown;
                let begin = json!({ "kind": "begin", "title": "pdll", "message": what });
                Some(self.report(begin))
            }
            _ => None,
        }
    }

    /// The message that nothing takes long any more.
    pub(super) fn end(&mut self) -> Option<Message> {
        match std::mem::take(&mut self.state) {
            State::Shown => Some(self.report(json!({ "kind": "end" }))),
            // It was over before the editor could show it.
            State::Idle | State::Asked(_) => None,
        }
    }

    fn report(&self, value: Value) -> Message {
        let params = json!({ "token": self.token(), "value": value });
        Notification::new("$/progress".to_owned(), params).into()
    }

    fn token(&self) -> String {
        format!("pdll-{}", self.number)
    }

    fn id(&self) -> RequestId {
        RequestId::from(format!("progress-{}", self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// The methods and kinds of messages.
    fn check(messages: impl IntoIterator<Item = Option<Message>>, expected: Expect) {
        let shown = messages.into_iter().map(|message| match message {
            Some(Message::Request(one)) => format!("{} {}", one.method, one.params),
            Some(Message::Notification(one)) => format!("{} {}", one.method, one.params),
            _ => "-".to_owned(),
        });
        expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
    }

    fn yes(number: i32) -> Response {
        Response::new_ok(RequestId::from(format!("progress-{number}")), ())
    }

    #[test]
    fn the_editor_is_asked_before_it_is_told() {
        let mut progress = Progress::new(true);
        check(
            [
                progress.say("reading a.td"),
                progress.answered(&yes(1)),
                progress.say("reading b.td"),
                progress.end(),
                progress.end(),
            ],
            expect![[r#"
                window/workDoneProgress/create {"token":"pdll-1"}
                $/progress {"token":"pdll-1","value":{"kind":"begin","title":"pdll","message":"reading a.td"}}
                $/progress {"token":"pdll-1","value":{"kind":"report","message":"reading b.td"}}
                $/progress {"token":"pdll-1","value":{"kind":"end"}}
                -"#]],
        );
    }

    #[test]
    fn what_is_short_or_unwanted_is_not_shown() {
        let mut progress = Progress::new(true);
        check(
            [
                progress.say("reading a.td"),
                progress.end(),
                progress.answered(&yes(1)),
            ],
            expect![[r#"
                window/workDoneProgress/create {"token":"pdll-1"}
                -
                -"#]],
        );
        let no = Response::new_err(RequestId::from("progress-2".to_owned()), -1, String::new());
        check(
            [
                progress.say("reading a.td"),
                progress.answered(&no),
                progress.end(),
            ],
            expect![[r#"
                window/workDoneProgress/create {"token":"pdll-2"}
                -
                -"#]],
        );
        let mut progress = Progress::new(false);
        check(
            [progress.say("reading a.td"), progress.end()],
            expect![[r#"
            -
            -"#]],
        );
    }
}
