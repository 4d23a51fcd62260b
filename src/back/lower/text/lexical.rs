//! Numbers, strings and symbols in MLIR's syntax.

/// Appends a number in decimal.
pub(super) fn push_number(out: &mut String, number: u32) {
    let mut digits = [0; 10];
    let mut rest = number;
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[first..].iter().copied().map(char::from));
}

/// Appends a string in quotes.
pub(super) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    if text.bytes().all(is_plain) {
        out.push_str(text);
    } else {
        text.bytes().for_each(|byte| push_escaped(out, byte));
    }
    out.push('"');
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\'
}

fn push_escaped(out: &mut String, byte: u8) {
    match byte {
        b'\\' => out.push_str("\\\\"),
        _ if is_plain(byte) => out.push(char::from(byte)),
        _ => {
            let digit = |value: u8| char::from(b"0123456789ABCDEF"[usize::from(value)]);
            out.extend(['\\', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

/// Appends the name of a symbol.
pub(super) fn push_symbol(out: &mut String, name: &str) {
    out.push('@');
    let mut bytes = name.bytes();
    let starts_bare = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let goes_on = |byte: u8| byte.is_ascii_alphanumeric() || b"_$.".contains(&byte);
    if bytes.next().is_some_and(starts_bare) && bytes.all(goes_on) {
        out.push_str(name);
    } else {
        push_string(out, name);
    }
}

#[cfg(test)]
mod tests {
    use super::{push_number, push_string, push_symbol};
    use expect_test::expect;
    use melior::{
        Context,
        ir::attribute::{FlatSymbolRefAttribute, StringAttribute},
    };

    const TEXTS: [&str; 9] = [
        "plain",
        "_a$b.c2",
        "2nd",
        "",
        "two words",
        "a \"quoted\" one",
        "back\\slash",
        "tab\tand line\n",
        "gr\u{fc}n \u{1f600}\u{7f}",
    ];

    #[test]
    fn numbers_are_decimal() {
        let text = |number| {
            let mut out = String::new();
            push_number(&mut out, number);
            out
        };
        expect!["0 9 10 4294967295"].assert_eq(&[0, 9, 10, u32::MAX].map(text).join(" "));
    }

    #[test]
    fn strings_and_symbols_are_as_mlir_prints_them() {
        let context = Context::new();
        for text in TEXTS {
            let mut ours = String::new();
            push_string(&mut ours, text);
            assert_eq!(ours, StringAttribute::new(&context, text).to_string());
            if text.is_empty() {
                continue; // no symbol
            }
            let mut ours = String::new();
            push_symbol(&mut ours, text);
            assert_eq!(
                ours,
                FlatSymbolRefAttribute::new(&context, text).to_string()
            );
        }
    }
}
