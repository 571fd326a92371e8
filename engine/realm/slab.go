package realm

import "strings"

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

// several hands out n values in a row.
func (s *slab[T]) several(n int) []T {
	if len(s.free) < n {
		s.size = min(max(n, 2*s.size), max(n, largestSlab))
		s.free = make([]T, s.size)
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	return list
}

// counter gives the texts of 0, 1, 2 … with a prefix, many in one piece of memory.
type counter struct {
	prefix string
	text   []byte // the last one
	piece  strings.Builder
	size   int // of the last piece
}

// largestText bounds a piece, in bytes.
const largestText = 4096

func (c *counter) next() string {
	if c.text == nil {
		c.text = append([]byte(c.prefix), '0')
	} else {
		c.count()
	}
	if c.piece.Cap()-c.piece.Len() < len(c.text) {
		c.size = max(min(2*c.size, largestText), 2*len(c.text))
		c.piece = strings.Builder{}
		c.piece.Grow(c.size)
	}
	start := c.piece.Len()
	c.piece.Write(c.text)
	return c.piece.String()[start:]
}

// count adds one to the digits.
func (c *counter) count() {
	i := len(c.text) - 1
	for ; i >= len(c.prefix) && c.text[i] == '9'; i-- {
		c.text[i] = '0'
	}
	if i >= len(c.prefix) {
		c.text[i]++
		return
	}
	c.text = append(c.text, '0') // 99 became 00, and is 100
	c.text[len(c.prefix)] = '1'
}
