package heap

import (
	"math/bits"

	"simten.dev/engine/lower/choice"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Through applies f to each entry of a selection.
func (l *Lowering) Through(s *domain.Selection, f func(domain.Value) domain.Value) domain.Value {
	values := make([]domain.Value, len(s.Entries))
	for i, v := range s.Entries {
		l.Spend(1)
		values[i] = f(v)
	}
	if s.Numbered {
		if v, ok := l.column(s, values); ok {
			return v
		}
	} else if v, ok := l.columnOfMemory(s, values); ok {
		return v
	}
	return l.Instead(s, values)
}

// Instead selects from other values in the place of the entries.
func (l *Lowering) Instead(s *domain.Selection, values []domain.Value) domain.Value {
	byIndex := make([]domain.Value, len(s.Of))
	for i, e := range s.Of {
		byIndex[i] = values[e]
	}
	if v, ok := l.selectedKnown(s.Index, byIndex, values[0]); ok {
		return v
	}
	return l.Conditions(s, values)
}

// selectedKnown is byIndex[index], or rest beyond its end, when all of them are static, or numbers that are known.
func (l *Lowering) selectedKnown(index word.ID, byIndex []domain.Value, rest domain.Value) (domain.Value, bool) {
	if domain.IsStatic(rest) && domain.IsAll(byIndex, domain.IsStatic) {
		return l.Selected(index, byIndex, rest), true
	}
	return l.NumbersBy(index, byIndex, rest)
}

// without is a selection of which it is known that some entries are not it; any other one may be in their place.
func (l *Lowering) without(s *domain.Selection, not func(domain.Value) bool) domain.Value {
	if s.Class == s.Index { // of a state: what is compared with is its number, everywhere the same
		return l.Conditions(s, s.Entries)
	}
	some := s.Entries[0]
	for _, e := range s.Entries {
		if !not(e) {
			some = e
		}
	}
	return l.Through(s, func(e domain.Value) domain.Value {
		if not(e) {
			return some
		}
		return e
	})
}

// ItemsOf lists the items of a selection of lists, which must be equally long.
func (l *Lowering) ItemsOf(sel *domain.Selection, list func(domain.Value) []domain.Value) []domain.Value {
	rows := make([][]domain.Value, len(sel.Entries))
	for e, v := range sel.Entries {
		if rows[e] = list(v); len(rows[e]) != len(rows[0]) {
			panic(domain.Refuse("an array whose length depends on values"))
		}
	}
	items := make([]domain.Value, len(rows[0]))
	for i := range items {
		column := make([]domain.Value, len(rows))
		for e, row := range rows {
			column[e] = row[i]
		}
		items[i] = l.Instead(sel, column)
	}
	return items
}

// maxRows bounds the items of rows that are no numbers: conditions are made for each of them.
const maxRows = 512

// ItemOfRows is item i of a selected row of constants: what both numbers together select. So table[a][b] is one
// look-up, and table[a][b][c] another one.
func (l *Lowering) ItemOfRows(s *domain.Selection, i domain.IntValue) (domain.Value, bool) {
	rows := make([]*domain.Constant, len(s.Entries))
	for e, v := range s.Entries {
		c, ok := v.(domain.ConstantValue)
		if !ok || !c.C.Array || len(c.C.Items) == 0 || e > 0 && len(c.C.Items) != len(rows[0].Items) {
			return nil, false
		}
		rows[e] = c.C
	}
	n := int64(len(rows[0].Items))
	if i.Lo == i.Hi || i.Hi < 0 || i.Lo >= n {
		return nil, false
	}
	row, of := s.Index, s.Of
	if l.B.KnownBits(row) > bits.Len(uint(len(of)-1)) { // beyond the last row is the first entry
		row, of = s.Class, nil
		for e := range rows {
			of = append(of, e)
		}
	}
	high, low := bits.Len(uint(len(of)-1)), bits.Len(uint(min(i.Hi, n-1)))
	if high == 0 || low == 0 || len(of)<<low > choice.MaxSelected {
		return nil, false
	}
	byIndex := make([]domain.Value, len(of)<<low)
	numbers, static := true, true
	for k := range byIndex {
		v := l.ConstantItem(rows[of[k>>low]], min(k&(1<<low-1), int(n)-1))
		_, number := l.KnownNumber(v)
		numbers, static = numbers && number, static && domain.IsStatic(v)
		if !numbers && (!static || len(byIndex) > maxRows) {
			return nil, false
		}
		byIndex[k] = v
	}
	l.Spend(len(byIndex) / 16)
	v, ok := l.selectedKnown(l.B.Concat(l.B.Resize(row, high), l.B.Slice(i.ID, 0, low)), byIndex, byIndex[0])
	if !ok {
		return nil, false
	}
	if i.Lo >= 0 && i.Hi < n {
		return v, true
	}
	inside := l.Truthy(l.Compare(false, i, l.Integer(n)))
	if i.Lo < 0 {
		inside = l.B.And(inside, l.Truthy(l.Compare(true, l.Integer(0), i)))
	}
	return l.Choose(inside, v, domain.UndefinedValue{}), true
}
