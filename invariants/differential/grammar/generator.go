package grammar

import (
	"fmt"
	"math/rand/v2"
)

// valueType is what a variable holds.
type valueType uint8

const (
	number valueType = iota
	text
	boolean
	bigint
	list
	object
	types = int(object) + 1
)

// variable is a name that the program at some place can use.
type variable struct {
	name     string
	holds    valueType
	constant bool
}

// label is a name to which break, and in loops continue, may go.
type label struct {
	name string
	loop bool
}

// generator writes one program.
type generator struct {
	*rand.Rand
	variables []variable
	functions []string // functions that take and give anything
	labels    []label
	names     int
	budget    int  // of nodes; when it is used up only leaves are written
	loop      bool // break and continue are allowed without a label
	breakable bool // break is allowed without a label
	function  bool // return is allowed
	generates bool // yield is allowed
	waits     bool // await is allowed
}

// rule is one alternative of the grammar.
type rule struct {
	weight int
	make   func(*generator, int) *Node // the depth that is left
}

// total is the sum of the weights of rules.
func total(rules []rule) int {
	sum := 0
	for _, r := range rules {
		sum += r.weight
	}
	return sum
}

// choose takes one of the rules by their weights.
func (g *generator) choose(rules []rule, depth int) *Node {
	at := g.IntN(total(rules))
	for _, r := range rules {
		if at -= r.weight; at < 0 {
			return r.make(g, depth)
		}
	}
	panic("unreachable")
}

func (g *generator) expr(format string, parts ...any) *Node {
	g.budget--
	return makeNode(expressionKind, format, parts)
}

func (g *generator) stmt(format string, parts ...any) *Node {
	g.budget--
	return makeNode(statementKind, format+"\n", parts)
}

func (g *generator) member(format string, parts ...any) *Node {
	g.budget--
	return makeNode(memberKind, format+"\n", parts)
}

func (g *generator) plain(format string, parts ...any) *Node {
	return makeNode(plainKind, format, parts)
}

// otherwise is a part that the reference needs in other words, because it has a defect.
func otherwise(engine, reference *Node) *Node {
	n := engine.with(map[*Node]*Node{})
	return &Node{kind: n.kind, parts: n.parts, reference: reference}
}

// alternative is a statement that the reference needs in other words.
func (g *generator) alternative(engine, reference *Node) *Node {
	n := *engine
	n.kind, n.reference = statementKind, reference
	return &n
}

func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

func (g *generator) pick(options ...string) string { return options[g.IntN(len(options))] }

func (g *generator) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// scoped writes something whose variables, functions and labels end with it.
func (g *generator) scoped(write func() *Node) *Node {
	before := *g
	n := write()
	names, budget := g.names, g.budget
	*g = before
	g.names, g.budget = names, budget
	return n
}

// body writes what stands in a function, to which no label or loop around reaches.
func (g *generator) body(write func() *Node) *Node {
	return g.scoped(func() *Node {
		g.labels, g.loop, g.breakable, g.function, g.generates, g.waits = nil, false, false, true, false, false
		return write()
	})
}

func (g *generator) declare(name string, s valueType, constant bool) {
	g.variables = append(g.variables[:len(g.variables):len(g.variables)], variable{name, s, constant})
}

// known is the name of a variable of a kind, or "".
func (g *generator) known(s valueType, assigned bool) string {
	var fitting []string
	for _, v := range g.variables {
		if v.holds == s && !(assigned && v.constant) {
			fitting = append(fitting, v.name)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	return g.pick(fitting...)
}

// join writes several parts with a text between them.
func (g *generator) join(between string, parts []*Node) *Node {
	n := &Node{}
	for i, p := range parts {
		if i > 0 {
			n.parts = append(n.parts, between)
		}
		n.parts = append(n.parts, p)
	}
	return n
}

// several writes from lo to hi parts.
func (g *generator) several(lo, hi int, between string, write func() *Node) *Node {
	parts := make([]*Node, lo+g.IntN(hi-lo+1))
	for i := range parts {
		parts[i] = write()
	}
	return g.join(between, parts)
}

// program writes a whole program: variables of each kind, then statements, each of which may fail without ending it.
func (g *generator) program() *Node {
	g.function = true // a program is the body of a function
	var parts []*Node
	for s := range types {
		name := g.fresh("abcdefghij"[s : s+1])
		parts = append(parts, g.stmt("let %s = %s", name, g.of(valueType(s), 1)))
		g.declare(name, valueType(s), false)
	}
	for n := 3 + g.IntN(5); n > 0 && g.budget > 0; n-- {
		if g.one(3) {
			parts = append(parts, g.statement(3))
			continue
		}
		inner := g.scoped(func() *Node { return g.statement(3) })
		parts = append(parts, g.stmt("try {\n%s} catch ($e) { log('caught', $e) }", inner))
	}
	var last []*Node
	for _, v := range g.variables[:types] {
		last = append(last, g.expr("%s", v.name))
	}
	parts = append(parts, g.stmt("log('end', %s)", g.join(", ", last)))
	return g.join("", parts)
}
