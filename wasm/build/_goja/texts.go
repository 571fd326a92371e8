package goja

// recentTexts keeps the short texts that templates made last, at the places that their hashes give. A program that builds a circuit
// names each node at least twice, where it is made and where it is wired, and the name that is found is not allocated again.
type recentTexts struct {
	kept []Value // a power of two of them, each nil or an asciiString
	made int     // since kept grew
}

const (
	firstTexts  = 256
	mostTexts   = 1 << 14
	longestText = 32 // bytes
)

// text is the value of a text.
func (t *recentTexts) text(built []byte) Value {
	if len(built) > longestText {
		return asciiString(built)
	}
	hash := textHash(built)
	if len(t.kept) > 0 {
		if v, ok := t.kept[hash&uint32(len(t.kept)-1)].(asciiString); ok && string(v) == string(built) {
			return t.kept[hash&uint32(len(t.kept)-1)]
		}
	}
	if t.made++; t.made > len(t.kept) && len(t.kept) < mostTexts {
		t.grow()
	}
	v := Value(asciiString(built))
	t.kept[hash&uint32(len(t.kept)-1)] = v
	return v
}

func (t *recentTexts) grow() {
	old := t.kept
	t.kept, t.made = make([]Value, max(firstTexts, 4*len(old))), 0
	for _, v := range old {
		if s, ok := v.(asciiString); ok {
			t.kept[textHash([]byte(s))&uint32(len(t.kept)-1)] = v
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
