package realm

import (
	"strconv"
	"strings"
)

// slab hands out values that live as long as each other, such as the objects behind the nodes of one circuit: many of
// them are one piece of memory, the more the more there are.
type slab[T any] struct {
	free []T
	size int // of the last piece
}

// largestSlab bounds a piece, which a program keeps alive by any one of its values.
const largestSlab = 64

func (s *slab[T]) next() *T {
	if len(s.free) == 0 {
		s.size = min(max(1, 2*s.size), largestSlab)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// numbered makes the texts of numbers, with something before them, many in one piece of memory.
type numbered struct {
	prefix string
	piece  strings.Builder
	size   int // of the last piece
}

// largestText bounds a piece, in bytes.
const largestText = 4096

func (n *numbered) text(number int) string {
	const digits = 20
	if n.piece.Cap()-n.piece.Len() < len(n.prefix)+digits {
		n.size = min(max(2*(len(n.prefix)+digits), 2*n.size), largestText)
		n.piece = strings.Builder{}
		n.piece.Grow(n.size)
	}
	start := n.piece.Len()
	var room [digits]byte
	n.piece.WriteString(n.prefix)
	n.piece.Write(strconv.AppendInt(room[:0], int64(number), 10))
	return n.piece.String()[start:]
}
