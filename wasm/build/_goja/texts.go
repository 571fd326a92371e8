package goja

import (
	"strconv"
	"strings"
)

// recentTexts keeps the short texts that templates made last, at the places that their hashes give. A program that builds a circuit
// names each node at least twice, where it is made and where it is wired, and the name that is found is not allocated again.
type recentTexts struct {
	kept  []keptText // a power of two of them
	made  int        // since kept grew
	piece strings.Builder
}

// keptText is a text with its value, or nothing.
type keptText struct {
	text  string
	value Value // an asciiString; nil: there is none
}

const (
	firstTexts  = 256
	mostTexts   = 1 << 14
	longestText = 32   // bytes
	textPiece   = 1024 // bytes that texts share
)

// text is the value of a text.
func (t *recentTexts) text(built []byte) Value {
	if len(built) > longestText {
		return asciiString(built)
	}
	hash := textHash(built)
	if len(t.kept) > 0 {
		if k := &t.kept[hash&uint32(len(t.kept)-1)]; k.value != nil && k.text == string(built) {
			return k.value
		}
	}
	if t.made++; t.made > len(t.kept) && len(t.kept) < mostTexts {
		t.grow()
	}
	text := t.whole(built)
	value := Value(asciiString(text))
	t.kept[hash&uint32(len(t.kept)-1)] = keptText{text, value}
	return value
}

// whole is a text in a piece of memory that it shares with those that were made before and after it.
func (t *recentTexts) whole(built []byte) string {
	if t.piece.Cap()-t.piece.Len() < len(built) {
		t.piece = strings.Builder{}
		t.piece.Grow(textPiece)
	}
	start := t.piece.Len()
	t.piece.Write(built)
	return t.piece.String()[start:]
}

func (t *recentTexts) grow() {
	old := t.kept
	t.kept, t.made = make([]keptText, max(firstTexts, 4*len(old))), 0
	for _, k := range old {
		if k.value != nil {
			t.kept[textHash([]byte(k.text))&uint32(len(t.kept)-1)] = k
		}
	}
}

// textHash is FNV-1a, folded so that its low bits depend on all of the text.
func textHash(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h ^ h>>15
}

// appendInt appends the digits of a number. Most are those of an index.
func appendInt(text []byte, n int64) []byte {
	switch {
	case n < 0 || n >= 10_000:
		return strconv.AppendInt(text, n, 10)
	case n >= 1000:
		text = append(text, byte('0'+n/1000))
		fallthrough
	case n >= 100:
		text = append(text, byte('0'+n/100%10))
		fallthrough
	case n >= 10:
		text = append(text, byte('0'+n/10%10))
	}
	return append(text, byte('0'+n%10))
}
