package goja

import (
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// recentTexts keeps the short texts that templates made last, at the places that their hashes give. A program that
// builds a circuit names each node at least twice, where it is made and where it is wired, and the name that is found
// is not allocated again.
type recentTexts struct {
	kept  []keptText // a power of two of them
	made  int        // since kept grew
	piece strings.Builder

	numbered [2]numberedTexts // with one number, with two
}

// keptText is a text with its value, or nothing.
type keptText struct {
	text  string
	value Value // an asciiString; nil: there is none
}

const (
	firstTexts  = 256
	maxTexts    = 1 << 14
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
	if t.made++; t.made > len(t.kept) && len(t.kept) < maxTexts {
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

// A text of the same constants with the same numbers in them is the same text: node${i} is found by its numbers,
// without being written.

// numberedText is a text of constants with one number or two among them.
type numberedText struct {
	form    uint32 // 0: there is none
	numbers [2]uint32
	value   Value

	// The property of that name which was read last, of an object of the host that keeps its properties.
	of    *dynamicObject
	found Value
}

// maxForms bounds how many forms are told apart in a process.
const maxForms = 1 << 12

var forms = struct {
	sync.Mutex
	known map[string]uint32
}{known: map[string]uint32{}}

// formOf is a number for the constants of a text, from 1; 0: it has not one or two variables.
func formOf(parts []operand) uint32 {
	var form strings.Builder
	variables := 0
	for i := range parts {
		if p := &parts[i]; p.from == fromConstant {
			form.WriteString(string(p.value.(asciiString)))
		} else {
			form.WriteByte(0xff) // which no text of ASCII has
			variables++
		}
	}
	if variables != 1 && variables != 2 {
		return 0
	}
	forms.Lock()
	defer forms.Unlock()
	n := forms.known[form.String()]
	if n == 0 && len(forms.known) < maxForms {
		n = uint32(len(forms.known)) + 1
		forms.known[form.String()] = n
	}
	return n
}

// numberedTexts are those with as many numbers. Those with two, of which there are more, take no places of the others.
type numberedTexts struct {
	kept  []numberedText // a power of two of them
	made  int            // since it grew
	shift int            // of a product of 32 bits to a place in it
}

// place is where a text of a form with these numbers is kept.
func (t *numberedTexts) place(form uint32, numbers [2]uint32) *numberedText {
	if len(t.kept) == 0 {
		t.grow(firstTexts)
	}
	// Numbers are counted up, the last one first: the next text is in the same line of the processor's cache, or the next
	// one. Multiples of the golden ratio are far from each other.
	row := (numbers[0] + form<<8) * 0x9e3779b1 >> t.shift
	return &t.kept[(row+numbers[1])&uint32(len(t.kept)-1)]
}

func (t *numberedTexts) grow(size int) {
	old := t.kept
	t.kept, t.made, t.shift = make([]numberedText, size), 0, 32-bits.Len(uint(size-1))
	for i := range old {
		if k := &old[i]; k.form != 0 {
			*t.place(k.form, k.numbers) = *k
		}
	}
}

// keep keeps a text that is not kept yet, and is its value.
func (t *recentTexts) keep(of *numberedTexts, form uint32, numbers [2]uint32, built []byte) Value {
	if len(built) > longestText {
		return asciiString(built)
	}
	if of.made++; of.made > len(of.kept) && len(of.kept) < maxTexts {
		of.grow(4 * len(of.kept))
	}
	value := Value(asciiString(t.whole(built)))
	*of.place(form, numbers) = numberedText{form: form, numbers: numbers, value: value}
	return value
}
