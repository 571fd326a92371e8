// Package rules reads the local identities of words: files of rules, each a pattern, conditions and a result.
//
//	(Mux c (Mux d _ x) y) && opposite(d, c) => (Mux c x y)
//
// A file of rules comes in; a list of Rule goes out. engine/word/rules/gen makes the matchers of the builder of them
// (engine/word/rules.gen.go), and the test of engine/word tries each: its pattern is built of parameters, constants
// and negations, and it must have the value of its result for all operands at widths of 1 to 4 bits, and for random
// ones at 8 to 128.
//
// # The form of a rule
//
//   - A pattern is a kind of operation with its operands in brackets; a name stands for any operand, the same name for
//     the same one, _ for one that does not matter. (Mux|FMux …) is a rule for each of the kinds, and = inside of it
//     that kind again. Constants stand on the right of operations that commute; of other operands either may come
//     first, so that a rule for both orders is two rules.
//   - A condition is a method of the builder: isZero(x) is b.isZero(x). bits(x) is how many bits of x can be other
//     than 0. bit says that the operation has one bit, words that it has more.
//   - A result is a name of the pattern, 0, ones, or an operation. All have the width of the operation that is
//     replaced. (Low x) is the lowest bit of x, (ZExt x) is x with zeros before it.
//   - The rules of a kind are tried in the order of their lines; the first that matches ends it.
//
// # Adding a rule
//
// Write it into the file of its subject, run `go generate ./engine/word` and `go test ./engine/word -run TestRules`. A
// result must not cost more than what it replaces, and must not match a rule that leads back. A condition of its own
// is a method in engine/word/conditions.go. A rewrite that has to search (a chain of choices, lanes of a word) is no
// rule but a function of engine/word with a name of its own. A new file is a name in List.
package rules
