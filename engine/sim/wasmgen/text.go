package wasmgen

import "unicode/utf16"

// text is the content of a text state field, in UTF-16 code units as JavaScript counts.
type text struct{ units []uint16 }

func (t *text) set(s string) { t.units = utf16.Encode([]rune(s)) }

// append adds a unit and keeps the newest limit ones. Old units are dropped in blocks, so that a
// full console costs a copy only now and then.
func (t *text) append(unit uint16, limit int) {
	t.units = append(t.units, unit)
	if limit > 0 && len(t.units) >= 2*limit {
		t.units = append(t.units[:0], t.units[len(t.units)-limit:]...)
	}
}

// newest are the units as shown.
func (t *text) newest(limit int) []uint16 {
	if u := t.units; limit > 0 && len(u) > limit {
		return u[len(u)-limit:]
	}
	return t.units
}

// string is the text as shown.
func (t *text) string(limit int) string { return string(utf16.Decode(t.newest(limit))) }

func (t *text) clone() text { return text{append([]uint16(nil), t.units...)} }
