package builtin

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/memory"
)

// SetElement gives an item of an array a value.
func (l *Lowering) SetElement(n int, old *domain.Object, i domain.IntValue, v domain.Value, s *domain.State) {
	l.MayChange(n)
	if old.Elements != domain.Anything {
		l.SetNumber(n, old, i, v, s)
		return
	}
	if old.Present != nil {
		s.SetObject(n, l.SetSparse(old, i, v, s))
		return
	}
	if at, ok := l.Inside(i, old.Length(), s); ok && i.Lo < i.Hi {
		i = at
	}
	if inside := i.Lo >= 0 && i.Hi < int64(old.Length()); inside {
		if c := l.PackedChange(old, i, v); c != nil {
			s.SetObject(n, c)
			return
		}
	}
	c := &domain.Object{Array: true, Items: slices.Clone(l.Full(old).Items), Holes: old.Holes, Apart: old.Apart, Changed: old.Changed || i.Lo < i.Hi}
	if i.Lo == i.Hi {
		switch {
		case i.Lo < 0 || i.Lo > int64(len(c.Items)):
			panic(domain.Refuse("an array with holes"))
		case i.Lo == int64(len(c.Items)):
			c.Items = append(c.Items, v)
			if c.Holes != nil {
				c.Holes = append(slices.Clip(c.Holes), false)
			}
		default:
			c.Items[i.Lo] = v
			c.Holes = filledHole(c.Holes, int(i.Lo))
		}
		s.SetObject(n, c)
		return
	}
	if l.MayBeNegative(i, len(c.Items)) {
		l.SetOneOf(c.Items, i, 0, i.Hi, v)
		for k := range i.Hi + 1 {
			c.Items[k] = l.Unify(c.Items[k], s)
		}
		s.SetObject(n, c)
		return
	}
	if i.Lo < 0 || i.Hi >= int64(len(c.Items)) {
		if len(c.Items) == 0 && i.Hi < domain.MaxAlternatives {
			panic(domain.Refuse("an empty array is changed at an index that depends on values; make it with all its items, as in Array(%d).fill(0)", i.Hi+1))
		}
		panic(domain.Refuse("an array is changed at an index that may lie outside it: it has %d items, and the index may be any number from %d to %d; ask before whether it is below %[1]d", len(c.Items), i.Lo, i.Hi))
	}
	l.SetOneOf(c.Items, i, i.Lo, i.Hi, v)
	put := domain.Origin{Object: -1}
	if r, ok := v.(domain.RefValue); ok {
		l.puts++
		put = domain.Origin{Object: r.Object, Put: l.puts}
	}
	for k := i.Lo; k <= i.Hi; k++ {
		c.Items[k] = l.UnifyPut(c.Items[k], put, s)
	}
	s.SetObject(n, c)
}

// ListItem is an item of a list that depends on the index.
func (l *Lowering) ListItem(o *domain.Object, key domain.Value, s *domain.State) domain.Value {
	if i, ok := key.(domain.IntValue); ok && i.Lo < i.Hi {
		if inside := i.Lo >= 0 && i.Hi < int64(o.Length()); !inside && l.MayAssumeReads() || inside && l.Doubts != nil && l.Doubts.Reads {
			key, _ = l.Inside(i, o.Length(), s)
		}
	}
	item := func(k int) domain.Value {
		if o.Packed != nil {
			return l.PackedAt(o.Packed, k)
		}
		return l.Use(o.Items[k])
	}
	now := func() domain.Value {
		if i := l.Index(key); o.Packed != nil && i.Lo < i.Hi {
			return l.PackedItem(o.Packed, i)
		}
		return l.Element(key, o.Length(), item)
	}
	i, ok := key.(domain.IntValue)
	if !ok || i.Lo == i.Hi || i.Lo < 0 || i.Hi >= int64(o.Length()) {
		return now()
	}
	v, ok := l.ReadAgain(o, i.ID, i.Lo, i.Hi, func(k circuit.Value) (domain.Value, bool) {
		if k.Len() > 32 || k.Lo < uint64(i.Lo) || k.Lo > uint64(i.Hi) {
			return nil, false
		}
		return item(int(k.Lo)), true
	})
	if !ok {
		v = now()
		l.Reads[memory.Read{From: o, Index: i.ID}] = memory.KnownRead{V: v, Lo: i.Lo, Hi: i.Hi}
	}
	return v
}
