package realm

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/source"
)

// inPlainWords puts an exception that arose in the user's own text as source.Script.Explain does. An error that
// packages throw stays as it is.
func (r *Realm) inPlainWords(d *circuit.Diagnostic, stack []goja.StackFrame) {
	if text, _, ok := strings.Cut(d.Message, "Could not convert &{"); ok { // what the interpreter writes there is its own object
		d.Message = text + "Cannot convert object to primitive value"
		d.Suggestion = "Give the number or text itself; an object without valueOf and toString, as Object.create(null) makes, is neither."
		return
	}
	if script := r.scriptOf(stack); script != nil {
		d.Message, d.Suggestion = script.Explain(d.Message, circuit.Place{Line: d.Line, Column: d.Column})
	}
}

// scriptOf is the text that the innermost frame of a program stands in, nil when that is none of the user's.
func (r *Realm) scriptOf(stack []goja.StackFrame) *source.Script {
	for i := range stack {
		if name := stack[i].SrcName(); name != nativeFile {
			return r.files[name]
		}
	}
	return r.script
}

// scriptAt is the text of the file of a place; nil while the library runs.
func (r *Realm) scriptAt(p circuit.Place) *source.Script {
	if r.script == nil || p.File == "" {
		return r.script
	}
	return r.files[p.File]
}

// declaration is the advice for a name that is given a value without having been declared; "" for another use of it.
func (r *Realm) declaration(name string, d *circuit.Diagnostic) string {
	script := r.scriptAt(circuit.Place{File: d.File})
	if script == nil || d.Line == 0 {
		return ""
	}
	_, rest := script.Around(circuit.Place{Line: d.Line, Column: 1})
	before, _, assigned := strings.Cut(rest, "=")
	if !assigned || strings.TrimSpace(before) != name || len(before) >= d.Column {
		return ""
	}
	return "Declare it: const " + name + " = …"
}

// declaredOnly is what the file declares a name as with the word declare, which makes nothing; "" when it does not.
func (r *Realm) declaredOnly(name string) string {
	if r.script == nil {
		return ""
	}
	return r.script.Declared(name)
}

// elsewhereNames are names of browsers, of Node and of hardware description languages, with what to do instead.
var elsewhereNames = map[string]string{
	"inputs": "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].", "outputs": "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].",
	"nodes":   "It exists inside of connect only: connect: ({ inputs, outputs, nodes }) => [ … ].",
	"connect": "A wire is written source.to(target).", "wire": "A wire is written source.to(target).", "assign": "A wire is written source.to(target).",
	"input": "Declare ports in the description: inputs: { a: bit }.", "output": "Declare ports in the description: outputs: { y: bit }.",
	"module": "Circuits are made with circuit('Name', { … }).",
	"clk":    "The clock is not a port: onTick runs at its rising edge.", "clock": "The clock is not a port: onTick runs at its rising edge.", "posedge": "The clock is not a port: onTick runs at its rising edge.",
	"simulate": "The page runs the circuit; a test imports it: import { simulate } from '@simten/core/sim'.",
	"print":    "Write console.log(…).", "self": outsideAdvice, "True": "Write 1 or true.", "False": "Write 0 or false.", "None": "Write undefined, or leave it out.",
	"window": outsideAdvice, "document": outsideAdvice, "process": outsideAdvice, "fetch": outsideAdvice, "Buffer": outsideAdvice, "localStorage": outsideAdvice,
	"XMLHttpRequest": outsideAdvice, "WebSocket": outsideAdvice, "Worker": outsideAdvice, "navigator": outsideAdvice, "alert": outsideAdvice, "__dirname": outsideAdvice, "Deno": outsideAdvice, "Bun": outsideAdvice,
}

// foreignType is what to write for a name that other languages give to types.
func foreignType(name string) string {
	lower := strings.ToLower(name)
	if slices.Contains([]string{"bool", "boolean", "logic", "std_logic", "std_ulogic", "bit_t"}, lower) {
		return "Write bit for a port of one wire, reg(1) for a state of one bit."
	}
	width := foreignWidths[lower]
	if m := sizedType().FindStringSubmatch(lower); m != nil {
		width = m[1]
	}
	if width == "" {
		return ""
	}
	return sprintf("Write how wide it is: bus(%s) for a port, reg(%s) for a state.", width, width)
}

// foreignWidths are names of types with about the width that they have elsewhere.
var foreignWidths = map[string]string{
	"nibble": "4", "byte": "8", "char": "8", "short": "16", "word": "16", "int": "32", "integer": "32", "uint": "32", "long": "64",
	"unsigned": "8", "signed": "8", "std_logic_vector": "8", "std_ulogic_vector": "8", "bits": "8", "bit_vector": "8", "vec": "8", "vector": "8", "number": "8",
}

// sizedType is a type with its width in its name, such as uint8_t, u16 or i32.
var sizedType = source.Expression(`^(?:u?int|[uis]|bits?|logic|word|unsigned|signed|bus|reg)_?([1-9][0-9]{0,2})(?:_t)?$`)

// isValueOfKey reports that what stands at a place is written as the value of a key, { a: wire }.
func (r *Realm) isValueOfKey(p circuit.Place) bool {
	script := r.scriptAt(p)
	if script == nil || p.Line == 0 {
		return false
	}
	_, line := script.Around(circuit.Place{Line: p.Line, Column: 1})
	_, rest := script.Around(p)
	return strings.HasSuffix(strings.TrimRight(strings.TrimSuffix(line, rest), " \t"), ":")
}

const outsideAdvice = "A circuit has no page, files or network around it."
