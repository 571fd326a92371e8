package builtin

import (
	"slices"

	"simten.dev/engine/lower/domain"
)

// startsWith reports that the first items of a list are those of another one.
func startsWith[T comparable](list, first []T) bool {
	return len(list) >= len(first) && slices.Equal(list[:len(first)], first)
}

var arrayMethods = map[string]bool{
	"map": true, "forEach": true, "reduce": true, "some": true, "every": true, "includes": true, "indexOf": true,
	"slice": true, "push": true, "pop": true, "fill": true, "concat": true, "reverse": true, "find": true, "at": true,
	"join": true, "filter": true, "sort": true, "splice": true, "shift": true, "unshift": true, "keys": true,
	"entries": true, "values": true, "flat": true, "flatMap": true, "findIndex": true,
	"lastIndexOf": true, "reduceRight": true, "findLast": true, "findLastIndex": true, "toSorted": true,
	"toReversed": true, "toSpliced": true, "with": true, "copyWithin": true,
}

// typedMethods are the methods of typed arrays that are compiled. Those of arrays that change the length are none of
// theirs.
var typedMethods = map[string]bool{
	"at": true, "copyWithin": true, "entries": true, "every": true, "fill": true, "find": true,
	"findIndex": true, "findLast": true, "findLastIndex": true, "forEach": true, "includes": true, "indexOf": true,
	"keys": true, "lastIndexOf": true, "map": true, "reduce": true, "reduceRight": true,
	"reverse": true, "set": true, "slice": true, "some": true, "sort": true, "toSorted": true, "values": true,
}

// HasMethod reports that arrays of a kind have a method, of those that are known here.
func HasMethod(e domain.Elements, name string) bool {
	if e == domain.Anything {
		return arrayMethods[name]
	}
	if arrayMethods[name] && !typedMethods[name] {
		panic(domain.Refuse("the method %s of a typed array", name))
	}
	return typedMethods[name]
}

// The methods of arrays whose length depends on values (heap/presence.go).

// sparseMethods are the methods that need no known length.
var sparseMethods = map[string]bool{
	"reduce": true, "forEach": true, "map": true, "filter": true, "some": true, "every": true, "includes": true,
	"find": true, "findIndex": true, "indexOf": true, "at": true, "push": true, "pop": true, "shift": true, "unshift": true,
	"concat": true, "reverse": true, "toReversed": true, "slice": true, "flatMap": true, "join": true, "sort": true,
	"toSorted": true, "splice": true, "fill": true, "keys": true,
	"toSpliced": true, "reduceRight": true, "lastIndexOf": true,
}

// needsLength is why other methods are refused.
const needsLength = "the method %s of an array whose length depends on values"
