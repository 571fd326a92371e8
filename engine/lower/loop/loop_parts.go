package loop

import (
	"github.com/dop251/goja/ast"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// LoopParts is a loop in the form that all kinds of loops have.
type LoopParts struct {
	Test, Update ast.Expression
	Body         ast.Statement
	Label        string
	BodyFirst    bool
	Each         []string
	// Next, when set, replaces test and update: it gives round i after those before it, false at the end.
	Next func(i int, s *domain.State) (Round, bool)
}

// Round is a round over an item of a list.
type Round struct {
	There  word.ID                                 // one bit: the list has this item
	begins bool                                    // or that the loop has begun
	Take   func(s *domain.State, sc *domain.Scope) // gives the item to the loop's variables
}
