package source

import (
	"fmt"
	"strings"
)

// Feature is a name of the language's own library, or a piece of its syntax.
type Feature struct {
	Name    string // Map.prototype.getOrInsert, Math.sumPrecise, Float16Array
	Since   int    // the version of the language that has it first: ES2025 is 2025
	Instead string // for one that is not here: what to write
}

// Lacking is what a realm does not have of JavaScript's own library up to ES2026. Messages come from it; the
// declarations of the editor, the list in docs/language.md and the realm are tested against it and against Newer. An
// entry that comes to exist moves from the one to the other.
var Lacking = []Feature{
	{"ArrayBuffer.prototype.detached", 2024, "nothing here detaches a buffer"},
	{"ArrayBuffer.prototype.maxByteLength", 2024, "take a buffer of the length that is needed"},
	{"ArrayBuffer.prototype.resizable", 2024, "take a buffer of the length that is needed"},
	{"ArrayBuffer.prototype.resize", 2024, "take a new buffer and copy: new Uint8Array(longer).set(new Uint8Array(old))"},
	{"ArrayBuffer.prototype.transfer", 2024, "copy it: buffer.slice(0)"},
	{"ArrayBuffer.prototype.transferToFixedLength", 2024, "copy it: buffer.slice(0)"},
	{"Atomics", 2017, "one thread runs here: write array[i] += 1"},
	{"DataView.prototype.getFloat16", 2025, "use getFloat32 and setFloat32"},
	{"DataView.prototype.setFloat16", 2025, "use getFloat32 and setFloat32"},
	{"Float16Array", 2025, "use Float32Array"},
	{"Intl", 2015, "write the format itself, with toFixed, padStart and String"},
	{"Iterator.concat", 2026, "use a generator with yield*, or [...a, ...b]"},
	{"Iterator.zip", 2026, "use a loop with an index: a.map((x, i) => [x, b[i]])"},
	{"Map.prototype.getOrInsert", 2026, "write map.get(key) ?? value, and map.set(key, …)"},
	{"Map.prototype.getOrInsertComputed", 2026, "write if (!map.has(key)) map.set(key, make(key))"},
	{"Math.f16round", 2025, "use Math.fround"},
	{"Math.sumPrecise", 2026, "write list.reduce((a, b) => a + b, 0)"},
	{"RegExp.prototype.hasIndices", 2022, "use match.index and the lengths of the groups"},
	{"RegExp.prototype.unicodeSets", 2024, "write the set of characters out: [a-z]"},
	{"SharedArrayBuffer", 2017, "use ArrayBuffer: one thread runs here"},
	{"Temporal", 2026, "a circuit has no time but its cycles: count them"},
}

// Newer is what this language has of versions after ES2023.
var Newer = []Feature{
	{Name: "Array.fromAsync", Since: 2026},
	{Name: "Error.isError", Since: 2026},
	{Name: "Iterator.from", Since: 2025},
	{Name: "Iterator.prototype.drop", Since: 2025},
	{Name: "Iterator.prototype.every", Since: 2025},
	{Name: "Iterator.prototype.filter", Since: 2025},
	{Name: "Iterator.prototype.find", Since: 2025},
	{Name: "Iterator.prototype.flatMap", Since: 2025},
	{Name: "Iterator.prototype.forEach", Since: 2025},
	{Name: "Iterator.prototype.map", Since: 2025},
	{Name: "Iterator.prototype.reduce", Since: 2025},
	{Name: "Iterator.prototype.some", Since: 2025},
	{Name: "Iterator.prototype.take", Since: 2025},
	{Name: "Iterator.prototype.toArray", Since: 2025},
	{Name: "Map.groupBy", Since: 2024},
	{Name: "Object.groupBy", Since: 2024},
	{Name: "Promise.try", Since: 2025},
	{Name: "Promise.withResolvers", Since: 2024},
	{Name: "RegExp.escape", Since: 2025},
	{Name: "Set.prototype.difference", Since: 2025},
	{Name: "Set.prototype.intersection", Since: 2025},
	{Name: "Set.prototype.isDisjointFrom", Since: 2025},
	{Name: "Set.prototype.isSubsetOf", Since: 2025},
	{Name: "Set.prototype.isSupersetOf", Since: 2025},
	{Name: "Set.prototype.symmetricDifference", Since: 2025},
	{Name: "Set.prototype.union", Since: 2025},
	{Name: "String.prototype.isWellFormed", Since: 2024},
	{Name: "String.prototype.toWellFormed", Since: 2024},
	{Name: "Symbol.asyncDispose", Since: 2026},
	{Name: "Symbol.dispose", Since: 2026},
	{Name: "Uint8Array.fromBase64", Since: 2026},
	{Name: "Uint8Array.fromHex", Since: 2026},
	{Name: "Uint8Array.prototype.setFromHex", Since: 2026},
	{Name: "Uint8Array.prototype.toBase64", Since: 2026},
	{Name: "Uint8Array.prototype.toHex", Since: 2026},
}

// own is what a name is called where it is used: getOrInsert for Map.prototype.getOrInsert, which is used on maps.
func (f Feature) own() (owner, name string) {
	dot := strings.LastIndexByte(f.Name, '.')
	if dot < 0 {
		return "", f.Name
	}
	return f.Name[:dot], f.Name[dot+1:]
}

// WhatIsLacking is the advice for a name that other versions of the language have: a global one, with object "", or a
// member of an object as the text names it. It is "" for any other name.
func WhatIsLacking(object, name string) string {
	for _, f := range Lacking {
		owner, own := f.own()
		if own != name || owner != object && (object == "" || !strings.HasSuffix(owner, ".prototype")) {
			continue
		}
		return fmt.Sprintf("JavaScript has %s since ES%d, and this interpreter does not have it: %s.", f.Name, f.Since, f.Instead)
	}
	return ""
}
