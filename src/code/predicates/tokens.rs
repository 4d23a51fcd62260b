//! C++ text as tokens.

use crate::front::cpp::{Kind, Piece, is_word, pieces};

/// A token of C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier, also one with a dollar, such as `$_self`.
    Word(String),
    /// An integer and its suffix.
    Number(i64, String),
    /// A number with a point or an exponent, and an `f` if it is a `float`.
    Real(String),
    /// A string without escapes.
    Text(String),
    /// A sign, or any other character.
    Sign(String),
    /// The place of the child predicate of a `Concat`.
    Child,
}

impl Token {
    /// Whether the token is that word or sign.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self, Token::Word(own) | Token::Sign(own) if own == text)
    }
}

/// Splits a text into tokens. Drops the qualifiers of MLIR's own names.
pub(crate) fn tokenize(text: &str) -> Vec<Token> {
    let is_code = |piece: &Piece<'_>| !matches!(piece.kind, Kind::Blank | Kind::Comment);
    unqualified(pieces(text).filter(is_code).map(token).collect())
}

fn token(piece: Piece<'_>) -> Token {
    let text = piece.text;
    let known = match piece.kind {
        Kind::Word => Some(Token::Word(text.to_owned())),
        Kind::Number => number(text),
        Kind::Literal => string(text),
        Kind::Blank | Kind::Comment | Kind::Directive | Kind::Sign => None,
    };
    known.unwrap_or_else(|| Token::Sign(text.to_owned()))
}

/// A string without escapes.
fn string(text: &str) -> Option<Token> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then(|| Token::Text(inner.to_owned()))
}

fn number(text: &str) -> Option<Token> {
    if !text.starts_with("0x") && text.contains(['.', 'e', 'E']) {
        let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
        digits.parse::<f64>().ok()?;
        return Some(Token::Real(text.to_ascii_lowercase()));
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        // A number that begins with a zero is octal, which no definition uses.
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    let suffix = text[digits.len()..].to_ascii_lowercase();
    Some(Token::Number(value.cast_signed(), suffix))
}

/// Functions of LLVM with names that projects give to functions of their own, too. Only
/// the qualifier tells which one is meant.
const COMMON_NAMES: [&str; 9] = [
    "all_equal",
    "count",
    "drop_begin",
    "drop_end",
    "equal",
    "mod",
    "reverse",
    "seq",
    "size",
];

/// Drops `::` before a name, and `llvm::` and `mlir::`. `llvm::` becomes a part of common
/// names.
fn unqualified(tokens: Vec<Token>) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_member = kept.last().is_some_and(|last| last.is("::"));
        let is_first = !is_member && !kept.last().is_some_and(ends_name);
        if is_first && token.is("::") {
            continue;
        }
        let is_ours = token.is("llvm") || token.is("mlir");
        if is_ours && !is_member && tokens.next_if(|next| next.is("::")).is_some() {
            let is_common =
                |next: &Token| matches!(next, Token::Word(word) if COMMON_NAMES.contains(&&**word));
            if token.is("llvm")
                && let Some(Token::Word(name)) = tokens.next_if(is_common)
            {
                kept.push(Token::Word(format!("llvm::{name}")));
            }
            continue;
        }
        kept.push(token);
    }
    kept
}

/// Whether a following `::` would continue a qualified name.
fn ends_name(token: &Token) -> bool {
    match token {
        Token::Word(word) => word != "return" && word != "const",
        other => other.is(">"),
    }
}

/// The tokens as text. Equal tokens have equal texts.
pub(crate) fn join(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let piece = match token {
            Token::Word(word) => word.clone(),
            Token::Number(value, suffix) => format!("{value}{suffix}"),
            Token::Text(text) => format!("\"{text}\""),
            Token::Sign(sign) => sign.clone(),
            Token::Real(value) => value.clone(),
            Token::Child => "…".to_owned(),
        };
        let spaced = BINARY.contains(&&*piece);
        let touches = text.ends_with(is_word) && piece.starts_with(is_word);
        if (spaced || touches) && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push_str(&piece);
        if spaced || piece == "," {
            text.push(' ');
        }
    }
    text.trim_end().to_owned()
}

/// Signs that have blanks around them.
const BINARY: [&str; 7] = ["&&", "||", "==", "!=", "<=", ">=", "+"];

/// The index after the bracket that closes the one at `start`.
pub(crate) fn closing(tokens: &[Token], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Sign(sign) if matches!(&**sign, "(" | "[" | "{") => depth += 1,
            Token::Sign(sign) if matches!(&**sign, ")" | "]" | "}") => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(index + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The index after the template arguments that open at `start`, if there are
/// any.
pub(crate) fn template_end(tokens: &[Token], start: usize) -> Option<usize> {
    if start == 0 || !matches!(tokens[start - 1], Token::Word(_)) || !tokens.get(start)?.is("<") {
        return None;
    }
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Sign(sign) => match &**sign {
                "<" => depth += 1,
                ">" => depth -= 1,
                "::" | "," | "*" | "&" => {}
                _ => return None,
            },
            Token::Word(_) | Token::Number(..) => {}
            Token::Real(_) | Token::Text(_) | Token::Child => return None,
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// The indices of these signs outside of all brackets and template arguments.
pub(crate) fn find_outside(tokens: &[Token], signs: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let opens = ["(", "[", "{"].iter().any(|sign| tokens[index].is(sign));
        let end = if opens {
            closing(tokens, index)
        } else {
            template_end(tokens, index)
        };
        if let Some(end) = end {
            index = end;
            continue;
        }
        if matches!(&tokens[index], Token::Sign(sign) if signs.contains(&&**sign)) {
            found.push(index);
        }
        index += 1;
    }
    found
}

/// Drops parentheses around the whole text.
pub(crate) fn without_parentheses(mut tokens: &[Token]) -> &[Token] {
    while tokens.first().is_some_and(|first| first.is("("))
        && closing(tokens, 0) == Some(tokens.len())
    {
        tokens = &tokens[1..tokens.len() - 1];
    }
    tokens
}
