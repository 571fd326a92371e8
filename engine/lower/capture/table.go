package capture

import (
	"fmt"
	"math/big"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// SelectProperty is that when the keys are small and the properties static.
func (l *Lowering) SelectProperty(c *domain.Constant, i domain.IntValue) (domain.Value, bool) {
	items := map[int]domain.Value{}
	size := 0
	for _, k := range c.Keys {
		n, ok := l.StringIndex(k)
		if !ok || n < i.Lo || n > i.Hi {
			continue
		}
		if n < 0 || n >= choice.MaxSelected {
			return nil, false
		}
		items[int(n)] = l.Use(l.FromData(c.Props[k]))
		size = max(size, int(n)+1)
	}
	return l.SelectItem(i, size, func(k int) domain.Value {
		if v, ok := items[k]; ok {
			return v
		}
		return domain.UndefinedValue{}
	})
}

// StringIndex is the index that a text stands for as the name of a property.
func (l *Lowering) StringIndex(k string) (int64, bool) {
	if !PlainNumber(k) {
		return 0, false
	}
	v, ok := domain.ConstInt(l.StringToNumber(k))
	return v, ok && fmt.Sprint(v) == k
}

// tableItem is ConstantItem as a table holds it: -0, which tables of sines have, is a 0 whose sign is not known.
func (l *Lowering) tableItem(c *domain.Constant, i int) domain.Value {
	v := l.ConstantItem(c, i)
	if f, ok := v.(domain.FloatValue); ok && f.Lo == 0 && f.Hi == 0 && !f.NaN {
		n := l.Integer(0)
		n.NegZero = true
		return n
	}
	return v
}

// TableOf makes a lookup table of an array of integers (or of bigints).
func (l *Lowering) TableOf(c *domain.Constant) *ConstantTable {
	if t, ok := l.Tables[c]; ok {
		return t
	}
	t := &ConstantTable{}
	l.Tables[c] = t
	for i := range c.Items {
		switch v := l.tableItem(c, i).(type) {
		case domain.IntValue:
			if t.Big[0] != nil {
				return t
			}
			if i == 0 {
				t.Lo, t.Hi = v.Lo, v.Hi
			}
			t.Lo, t.Hi = min(t.Lo, v.Lo), max(t.Hi, v.Hi)
			t.NegZero = t.NegZero || v.NegZero
		case domain.FloatValue:
			items := make([]float64, len(c.Items))
			for k := range items {
				n, known := l.KnownNumber(l.ConstantItem(c, k))
				if !known {
					return t
				}
				items[k] = n
			}
			t.Floats = l.FloatTable(items)
			t.Ok = t.Floats != nil
			return t
		case domain.BigValue:
			if i == 0 {
				t.Big = [2]*big.Int{v.Lo, v.Hi}
			}
			if t.Big[0] == nil {
				return t
			}
			if v.Lo.Cmp(t.Big[0]) < 0 {
				t.Big[0] = v.Lo
			}
			if v.Hi.Cmp(t.Big[1]) > 0 {
				t.Big[1] = v.Hi
			}
		default:
			return t
		}
	}
	width := domain.IntWidth(t.Lo, t.Hi)
	if t.Big[0] != nil {
		width = domain.BigWidth(t.Big[0], t.Big[1])
	}
	data := make([]circuit.Value, len(c.Items))
	for i := range data {
		switch v := l.tableItem(c, i).(type) {
		case domain.IntValue:
			data[i] = circuit.Uint(uint64(v.Lo)).Mask(width)
		case domain.BigValue:
			data[i] = circuit.FromBig(v.Lo, width)
		}
	}
	t.Table = l.B.Table(word.LookupTable{Width: width, Data: data})
	t.Ok = true
	return t
}

// PlainNumber tells texts that may be decimal numbers.
func PlainNumber(text string) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return true
}
