package builtin

import (
	"simten.dev/engine/lower/domain"
)

// Entries is an array of the keys of a Set, or of pairs.
func (l *Lowering) entries(o domain.SetValue, pairs bool, s *domain.State) *domain.Object {
	keys := s.Heap[o.Keys]
	if !pairs {
		return keys
	}
	list := &domain.Object{Array: true, Present: keys.Present}
	for i, v := range o.ValuesIn(s).Items {
		list.Items = append(list.Items, domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: []domain.Value{keys.Items[i], v}})})
	}
	return list
}

// knownEntries lists a Map or Set from outside the lambda.
func (l *Lowering) knownEntries(o domain.CollectionValue, s *domain.State) []domain.Value {
	list := make([]domain.Value, len(o.C.Keys))
	for i, name := range o.C.Keys {
		list[i] = domain.ConstString{S: name}
		if o.Numbers {
			list[i] = l.StringToNumber(name)
		}
		if !o.Set {
			v := l.ConstantProperty(domain.ConstantValue{C: o.C}, domain.ConstString{S: name})
			list[i] = domain.RefValue{Object: l.Alloc(s, &domain.Object{Array: true, Items: []domain.Value{list[i], v}})}
		}
	}
	return list
}
