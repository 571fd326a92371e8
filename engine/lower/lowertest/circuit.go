package lowertest

import "fmt"

// Ports begins the definition of a circuit whose inputs are numbers of several widths.
const Ports = "{ inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, w: bus(64) }, outputs: { o: bus(32) }, "

// Only is a circuit with these ports and the members that body has.
func Only(body string) string { return "const Only = circuit('Only', " + Ports + body + " })" }

// Eval is a circuit with one lambda, which has this body.
func Eval(body string) string {
	around := EvalAfter("")
	return around[0] + body + around[1]
}

// EvalAfter is what stands before and behind the body of an eval that begins with some statements.
func EvalAfter(begin string) [2]string {
	return [2]string{"const Only = circuit('Only', " + Ports + "eval: ({ a, b, c, d, w }) => { " + begin, " } })"}
}

// Cells is a circuit with an onTick that has this body, and h, 16 cells of 16 bits, and t, 8 of 32.
func Cells(body string) string {
	return "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32) }, outputs: { o: bus(32), p: bus(32) }, " +
		"state: { h: mem(16, 16, new Map([[3, 7], [5, 65535]])), t: mem(8, 32), s: reg(32) }, " +
		"eval: ({ h, t, s, a }) => ({ o: s >>> 0, p: (h[a & 15] * 7 + t[a & 7]) >>> 0 }), onTick: ({ h, t, s, a, b, c }) => { " + body + " } })"
}

// Outputs wraps expressions over inputs a (8 bits), b (16), c (32), d (1), w (64) as one circuit.
func Outputs(prelude string, expressions ...string) string {
	text := prelude + "\nconst Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, w: bus(64), e: bus(32) }, outputs: {"
	values := ""
	for i, e := range expressions {
		text += fmt.Sprintf(" o%d: bus(32), p%d: bus(60),", i, i)
		values += fmt.Sprintf("o%d: %s, p%d: %s,", i, e, i, e)
	}
	return text + " }, eval: ({ a, b, c, d, w, e }) => ({" + values + "}) })"
}
