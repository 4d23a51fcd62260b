//! Rules that are right or nearly so, from which random patterns are made.

use super::{
    expression::{Condition, Expression, Flags, Number, Operation, Rule, Width},
    operations::{FLAGS, KINDS, Kind},
};

/// Rules as `source => target`, and conditions after `if`. `x`, `y`, `z` are values, `p`,
/// `q` narrow ones, `b`, `d` bits; `A`, `B`, `C` are constants. Numbers have the width of a
/// value, of a narrow one with `n` behind, and of a bit with `b`.
pub(super) const ALL: &[&str] = &[
    "(add x y) => (add y x)",
    "(mul x y) => (mul y x)",
    "(sub x x) => 0",
    "(sub x y) => (add x (sub 0 y))",
    "(sub 0 (sub x y)) => (sub y x)",
    "(add x (sub 0 y)) => (sub x y)",
    "(add (sub x y) y) => x",
    "(sub (add x y) y) => x",
    "(sub.nuw (add.nuw x y) y) => x",
    "(add x x) => (mul x 2)",
    "(add x x) => (shl x 1)",
    "(mul x 2) => (add x x)",
    "(mul x -1) => (sub 0 x)",
    "(mul.nsw x -1) => (sub.nsw 0 x)",
    "(add (mul x y) (mul x z)) => (mul x (add y z))",
    "(mul x (add y z)) => (add (mul x y) (mul x z))",
    "(add (add x A) B) => (add x (+ A B))",
    "(add.nsw (add.nsw x A) B) => (add.nsw x (+ A B))",
    "(add.nuw (add.nuw x A) B) => (add.nuw x (+ A B))",
    "(sub (add x A) B) => (add x (- A B))",
    "(add (sub A x) B) => (sub (+ A B) x)",
    "(mul (mul x A) B) => (mul x (* A B))",
    "(mul.nsw (mul.nsw x A) B) => (mul.nsw x (* A B))",
    "(mul x A) => (shl x (log A))",
    "(mul.nuw x A) => (shl.nuw x (log A))",
    "(udiv x A) => (lshr x (log A))",
    "(urem x A) => (and x (- A 1)) if pow2 A",
    "(sdiv x A) => (ashr x (log A))",
    "(sdiv.exact x A) => (ashr.exact x (log A))",
    "(udiv x 1) => x",
    "(sdiv x 1) => x",
    "(sdiv x -1) => (sub 0 x)",
    "(urem x 1) => 0",
    "(srem x -1) => 0",
    "(srem x 1) => 0",
    "(urem x y) => (sub x (mul (udiv x y) y))",
    "(sub x (mul (udiv x y) y)) => (urem x y)",
    "(sub x (mul (sdiv x y) y)) => (srem x y)",
    "(srem x y) => (sub x (mul (sdiv x y) y))",
    "(mul (udiv.exact x y) y) => x",
    "(udiv (mul.nuw x y) y) => x",
    "(sdiv (mul.nsw x y) y) => x",
    "(udiv (udiv x A) B) => (udiv x (* A B))",
    "(udiv (udiv x y) z) => (udiv (udiv x z) y)",
    "(udiv x x) => 1",
    "(sdiv x x) => 1",
    "(ceilu x y) => (udiv (add x (sub y 1)) y)",
    "(ceilu x y) => (select (cmp.0 x 0) 0 (add (udiv (sub x 1) y) 1))",
    "(floors x y) => (sdiv x y) if none",
    "(floors x A) => (ashr x (log A))",
    "(ceils x 1) => x",
    "(add (udiv (sub x 1) y) 1) => (ceilu x y)",
    "(and x x) => x",
    "(or x x) => x",
    "(xor x x) => 0",
    "(and x 0) => 0",
    "(or x -1) => -1",
    "(xor (xor x y) y) => x",
    "(xor (xor x -1) -1) => x",
    "(and (or x y) x) => x",
    "(or (and x y) x) => x",
    "(and (xor x -1) (xor y -1)) => (xor (or x y) -1)",
    "(xor (or x y) -1) => (and (xor x -1) (xor y -1))",
    "(sub (or x y) (and x y)) => (xor x y)",
    "(add (and x y) (or x y)) => (add x y)",
    "(add (xor x y) (and x y)) => (or x y)",
    "(or x y) => (add x y) if none",
    "(or.disjoint x y) => (add x y)",
    "(or.disjoint x y) => (add.nuw x y)",
    "(or.disjoint x y) => (xor x y)",
    "(add x y) => (or.disjoint x y)",
    "(sub (xor x -1) y) => (xor (add x y) -1)",
    "(add (xor x -1) 1) => (sub 0 x)",
    "(xor x -1) => (sub -1 x)",
    "(and (and x A) B) => (and x A) if eq A B",
    "(shl (lshr x y) y) => (and x (shl -1 y))",
    "(lshr (shl x y) y) => x",
    "(lshr (shl.nuw x y) y) => x",
    "(ashr (shl.nsw x y) y) => x",
    "(shl (lshr.exact x y) y) => x",
    "(shl (ashr.exact x y) y) => x",
    "(shl (shl x A) B) => (shl x (+ A B))",
    "(lshr (lshr x A) B) => (lshr x (+ A B))",
    "(ashr (ashr x A) B) => (ashr x (+ A B))",
    "(shl 1 x) => (select (cmp.0 x 0) 1 (shl 1 x))",
    "(mul x (shl 1 y)) => (shl x y)",
    "(udiv x (shl 1 y)) => (lshr x y)",
    "(smax x y) => (select (cmp.4 x y) x y)",
    "(umin x y) => (select (cmp.6 x y) x y)",
    "(select (cmp.2 x y) x y) => (smin x y)",
    "(select (cmp.8 x y) x y) => (umax x y)",
    "(smax x (smin x y)) => x",
    "(umin (umax x A) B) => B if less B A",
    "(smin (smax x A) B) => B if less B A",
    "(smax (smax x A) B) => (smax x (max A B))",
    "(smin (smin x A) B) => (smin x (min A B))",
    "(sub (smax x y) (smin x y)) => (sub x y)",
    "(select b x x) => x",
    "(select b y x) => (select (xor b 1b) x y)",
    "(select b (add x z) (add y z)) => (add (select b x y) z)",
    "(select b (udiv x z) (udiv y z)) => (udiv (select b x y) z)",
    "(select b (udiv x y) (udiv x z)) => (udiv x (select b y z))",
    "(udiv x (select b y z)) => (select b (udiv x y) (udiv x z))",
    "(select b 1b d) => (or b d)",
    "(select b d 0b) => (and b d)",
    "(and b d) => (select b d 0b)",
    "(select b x (select b y z)) => (select b x z)",
    "(select (cmp.0 x y) x y) => y",
    "(select (cmp.0 x y) y x) => x",
    "(select (cmp.1 x y) x y) => x",
    "(cmp.2 x y) => (cmp.4 y x)",
    "(cmp.3 x y) => (xor (cmp.4 x y) 1b)",
    "(xor (cmp.6 x y) 1b) => (cmp.9 x y)",
    "(cmp.0 (sub x y) 0) => (cmp.0 x y)",
    "(cmp.0 (xor x y) 0) => (cmp.0 x y)",
    "(cmp.0 (add x y) x) => (cmp.0 y 0)",
    "(cmp.6 x 0) => 0b",
    "(cmp.9 x 0) => 1b",
    "(cmp.6 x 1) => (cmp.0 x 0)",
    "(cmp.2 (add.nsw x z) (add.nsw y z)) => (cmp.2 x y)",
    "(cmp.6 (add.nuw x z) (add.nuw y z)) => (cmp.6 x y)",
    "(cmp.2 (sub.nsw x y) 0) => (cmp.2 x y)",
    "(cmp.0 (mul.nuw x y) 0) => (or (cmp.0 x 0) (cmp.0 y 0))",
    "(cmp.0 (add x A) B) => (cmp.0 x (- B A))",
    "(cmp.2 (add.nsw x A) B) => (cmp.2 x (- B A))",
    "(cmp.2 x A) => (cmp.3 x (- A 1))",
    "(cmp.0 (zext p) (zext q)) => (cmp.0 p q)",
    "(cmp.2 (sext p) (sext q)) => (cmp.2 p q)",
    "(cmp.2 (zext p) (zext q)) => (cmp.6 p q)",
    "(trunc (zext p)) => p",
    "(trunc (sext p)) => p",
    "(zext (trunc x)) => (and x 1)",
    "(zext (trunc.nuw x)) => x",
    "(sext (trunc.nsw x)) => x",
    "(zext.nneg p) => (sext p)",
    "(trunc (add x y)) => (add (trunc x) (trunc y))",
    "(trunc (mul x y)) => (mul (trunc x) (trunc y))",
    "(add (trunc x) (trunc y)) => (trunc (add x y))",
    "(trunc (lshr x y)) => (lshr (trunc x) (trunc y))",
    "(trunc (ashr x y)) => (trunc (lshr x y))",
    "(and (zext p) (zext q)) => (zext (and p q))",
    "(add (zext p) (zext q)) => (zext (add p q))",
    "(add (zext p) (zext q)) => (zext (add.nuw p q))",
    "(zext (add.nuw p q)) => (add.nuw (zext p) (zext q))",
    "(sext (add.nsw p q)) => (add.nsw (sext p) (sext q))",
    "(udiv (zext p) (zext q)) => (zext (udiv p q))",
    "(sdiv (sext p) (sext q)) => (sext (sdiv p q))",
    "(trunc (udiv (zext p) (zext q))) => (udiv p q)",
    "(sext (cmp.2 p q)) => (select (cmp.2 p q) -1 0)",
    "(select (cmp.2 x 0) (sub 0 x) x) => (smax x (sub 0 x))",
    "(freeze (freeze x)) => (freeze x)",
    "(freeze x) => x",
    "(add (freeze x) (freeze y)) => (freeze (add x y))",
    "(freeze (add x y)) => (add (freeze x) (freeze y))",
    "(freeze (add x A)) => (add (freeze x) A)",
    "(sub (freeze x) (freeze x)) => 0",
    "(mul x 2) => (add (freeze x) (freeze x))",
    "(select b x (freeze x)) => (freeze x)",
    "(and (freeze b) (freeze d)) => (select (freeze b) (freeze d) 0b)",
    "(add x 0) => x",
    "(sub x 0) => x",
    "(mul x 1) => x",
    "(mul x 0) => 0",
    "(shl x 0) => x",
    "(shl 0 x) => 0",
    "(ashr -1 x) => -1",
    "(udiv 0 x) => 0",
    "(urem x x) => 0",
    "(add x A) => x if zero A",
    "(mul x A) => x if one A",
    "(add x A) => (sub x (- 0 A))",
    "(sub x A) => (add x (- 0 A))",
    "(mul (add x A) B) => (add (mul x B) (* A B))",
    "(and (add x A) A) => (and x A) if pow2 A",
    "(urem (urem x A) B) => (urem x B) if eq A B",
    "(udiv (mul x A) A) => x if !zero A",
    "(udiv (mul.nuw x A) A) => x if !zero A",
];

/// Reads a rule.
///
/// # Panics
///
/// If it is none, which is an error of this file.
pub(super) fn parse(text: &str) -> Rule {
    let (rule, conditions) = text.split_once(" if ").unwrap_or((text, "none"));
    let (source, target) = rule.split_once(" => ").expect("a rule has an arrow");
    let conditions = conditions.split(" and ").filter(|text| *text != "none");
    Rule {
        source: Reader::new(source).expression(),
        target: Reader::new(target).expression(),
        conditions: conditions.map(condition).collect(),
    }
}

fn condition(text: &str) -> Condition {
    let (name, arguments) = text.split_once(' ').expect("a condition has arguments");
    let arguments = arguments.split(' ').map(|word| Reader::new(word).number());
    Condition {
        is_negated: name.starts_with('!'),
        name: match name.trim_start_matches('!') {
            "zero" => "IsZero",
            "one" => "IsOne",
            "pow2" => "IsPowerOfTwo",
            "eq" => "IntegerEquals",
            "less" => "IntegerLess",
            other => panic!("the condition {other} is not known"),
        },
        arguments: arguments.collect(),
    }
}

struct Reader {
    /// Words and parentheses, the next one last.
    tokens: Vec<String>,
}

impl Reader {
    fn new(text: &str) -> Self {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let tokens = spaced.split_whitespace().rev().map(str::to_owned);
        Reader {
            tokens: tokens.collect(),
        }
    }

    fn next(&mut self) -> String {
        self.tokens.pop().expect("the rule goes on")
    }

    fn expression(&mut self) -> Expression {
        let token = self.next();
        if token != "(" {
            return match Self::literal(&token) {
                Some((number, width)) => Expression::Constant(number, width),
                None => Expression::Leaf(Self::letter(&token)),
            };
        }
        let head = self.next();
        let mut parts = head.split('.');
        let word = parts.next().expect("there is a part");
        let Some((kind, ..)) = KINDS.iter().find(|(_, own, _)| *own == word) else {
            return Expression::Constant(self.call(word), Width::Wide);
        };
        let (mut flags, mut predicate) = (Flags::Absent, 0);
        for part in parts {
            match FLAGS.iter().find(|(own, _)| *own == part) {
                Some((_, flag)) => flags = Flags::Fixed(*flag),
                None => predicate = part.parse().expect("a predicate is a number"),
            }
        }
        let mut operands = Vec::new();
        while self.tokens.last().is_some_and(|token| token != ")") {
            operands.push(self.expression());
        }
        self.next();
        let width = match kind {
            Kind::Cmp => Width::Bit,
            Kind::Zext | Kind::Sext => Width::Wide,
            Kind::Trunc => Width::Narrow,
            _ => operands.last().expect("there are operands").width(),
        };
        Expression::Operation(Operation {
            kind: *kind,
            flags,
            predicate,
            operands,
            width,
        })
    }

    fn number(&mut self) -> Number {
        let token = self.next();
        if token == "(" {
            let head = self.next();
            return self.call(&head);
        }
        match Self::literal(&token) {
            Some((number, _)) => number,
            None => Number::Leaf(Self::letter(&token)),
        }
    }

    fn call(&mut self, head: &str) -> Number {
        let name = match head {
            "+" => "AddIntegers",
            "-" => "SubIntegers",
            "*" => "MulIntegers",
            "min" => "MinIntegers",
            "max" => "MaxIntegers",
            "log" => "Log2",
            other => panic!("the function {other} is not known"),
        };
        let mut arguments = Vec::new();
        while self.tokens.last().is_some_and(|token| token != ")") {
            arguments.push(self.number());
        }
        self.next();
        Number::Call(name, arguments)
    }

    fn literal(token: &str) -> Option<(Number, Width)> {
        let (digits, width) = match token.strip_suffix('n') {
            Some(digits) => (digits, Width::Narrow),
            None => match token.strip_suffix('b').filter(|rest| !rest.is_empty()) {
                Some(digits) => (digits, Width::Bit),
                None => (token, Width::Wide),
            },
        };
        Some((Number::Literal(digits.parse().ok()?), width))
    }

    fn letter(token: &str) -> char {
        token.chars().next().expect("words are not empty")
    }
}
