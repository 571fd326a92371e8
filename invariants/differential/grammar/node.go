package grammar

import (
	"fmt"
	"strings"
)

// kind says what the shrinker may do with a part of a program.
type kind uint8

const (
	plainKind      kind = iota // stays as it is, but its parts may change
	expressionKind             // may be replaced by an expression in it, or by a constant
	statementKind              // may be removed, or replaced by a statement in it
	memberKind                 // of a class; may be removed
)

// Node is a part of a program: texts and smaller parts, in order.
type Node struct {
	kind      kind
	parts     []any // string or *Node
	reference *Node // the same for the reference, when it has to be written differently there
}

// makeNode puts sub-trees where the format has %s. Other arguments are written as fmt does.
func makeNode(k kind, format string, arguments []any) *Node {
	n := &Node{kind: k}
	for i, text := range strings.Split(format, "%s") {
		if i > 0 {
			a := arguments[i-1]
			if _, ok := a.(*Node); !ok {
				a = fmt.Sprint(a)
			}
			n.parts = append(n.parts, a)
		}
		n.parts = append(n.parts, text)
	}
	if want := strings.Count(format, "%s"); want != len(arguments) {
		panic(fmt.Sprintf("the format %q takes %d parts, not %d", format, want, len(arguments)))
	}
	return n
}

// write writes a tree with some of its parts replaced.
func (n *Node) write(b *strings.Builder, replaced map[*Node]*Node, reference bool) {
	if other, ok := replaced[n]; ok {
		n = other
	}
	if reference && n.reference != nil {
		n.reference.write(b, replaced, reference)
		return
	}
	for _, p := range n.parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case *Node:
			p.write(b, replaced, reference)
		}
	}
}

// each calls visit for a part and all parts in it.
func (n *Node) each(visit func(*Node)) {
	visit(n)
	for _, p := range n.parts {
		if p, ok := p.(*Node); ok {
			p.each(visit)
		}
	}
}

// with is a copy of a tree with some of its parts replaced. The other parts are shared.
func (n *Node) with(replaced map[*Node]*Node) *Node {
	if other, ok := replaced[n]; ok {
		return other
	}
	copied := &Node{kind: n.kind, parts: make([]any, len(n.parts))}
	changed := false
	for i, p := range n.parts {
		if child, ok := p.(*Node); ok {
			made := child.with(replaced)
			changed = changed || made != child
			p = made
		}
		copied.parts[i] = p
	}
	if n.reference != nil {
		copied.reference = n.reference.with(replaced)
		changed = changed || copied.reference != n.reference
	}
	if !changed {
		return n
	}
	return copied
}
