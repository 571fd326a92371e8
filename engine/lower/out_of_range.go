package lower

// A search that finds nothing gives -1, and list[-1] = x changes no item: it makes a property that has the name '-1',
// which only those see who read the list at a negative index, or list its properties. Circuits write to where a search
// found something, and know from elsewhere that it did.

// mayBeNegative reports that an index may be negative, but not too large: then a change there changes nothing that is
// an item. From then on nothing may be read that the property could be.
func (l *lowering) mayBeNegative(i intValue, length int) bool {
	if l.doubts != nil || i.lo >= 0 || i.hi < 0 || i.hi >= int64(length) {
		return false
	}
	l.strays = true
	return true
}

// refuseNegative refuses to read an index of a list that a negative number may have been given a value at.
func (l *lowering) refuseNegative(o, key value, s *state) {
	if !l.strays || !l.isList(o, s) {
		return
	}
	switch k := key.(type) {
	case intValue:
		if k.lo >= 0 {
			return
		}
	case constString:
		if len(k.s) == 0 || k.s[0] != '-' {
			return
		}
	default:
		return // it becomes one of these
	}
	panic(refuse("a list is read at an index that may be negative, after one has been changed at such an index; ask before whether it is below 0"))
}

// noStrays refuses to list the properties of a list.
func (l *lowering) noStrays() {
	if l.strays {
		panic(refuse("the properties of a list, after one has been changed at an index that may be negative; ask before whether it is below 0"))
	}
}
