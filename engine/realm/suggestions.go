package realm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// Suggestions for a value that is no port, no state field or no circuit.

func portInstead(name string, v goja.Value) string {
	switch kindOf(v) {
	case "array":
		return sprintf("A port is one value: give each a name, as %s0: bus(8), %s1: bus(8), or take a bus as wide as all of them.", name, name)
	case "function":
		if functionName(v) == "Boolean" {
			return sprintf("Write %s: bit.", name)
		}
		return sprintf("Write how wide it is: %s: bus(8).", name)
	case "string", "bigint":
		if n, err := strconv.Atoi(v.String()); err == nil && n > 0 && n <= circuit.MaxWidth {
			return sprintf("Write %s: bus(%d).", name, n)
		}
	case "object":
		if o, ok := v.(*goja.Object); ok && o.Get("__stateKind") != nil {
			return sprintf("reg and mem are of state; write %s: bus(8).", name)
		}
	}
	return sprintf("Write %s: bit or %s: bus(8).", name, name)
}

func (r *Realm) stateInstead(name string, v goja.Value) string {
	if port, ofPort := r.portTypeOf(v); ofPort && isObject(v) {
		return sprintf("bit and bus are of ports; write %s: reg(%d).", name, port.Wires())
	}
	switch o, _ := v.(*goja.Object); kindOf(v) {
	case "array":
		return sprintf("A list is a memory: %s: mem(depth, width); its cells are %s[0], %s[1] and so on.", name, name, name)
	case "function":
		if !slices.Contains([]string{"reg", "mem", "bus", "bit"}, functionName(v)) {
			return "A function is no state: keep a number or a text that tells which one is meant."
		}
		return sprintf("Write how wide it is: %s: reg(8).", name)
	case "null":
		return sprintf("For what may be missing, keep whether it is there: %sValid: reg(1), and its values as fields beside it.", name)
	case "object":
		keys := o.Keys()
		if slices.Contains(keys, "0") { // such as a typed array
			return sprintf("A list is a memory: %s: mem(depth, width); its cells are %s[0], %s[1] and so on.", name, name, name)
		}
		if len(keys) == 1 && len(keys[0]) <= longestListed {
			return sprintf("Make its value the field, a number or a text: %s: reg(8), or %s: 'idle'.", name, name)
		}
		const listed = 2
		if len(keys) >= listed && !slices.ContainsFunc(keys, func(k string) bool { return len(k) > longestListed }) {
			fields := make([]string, listed)
			for i := range fields {
				fields[i] = name + strings.ToUpper(keys[i][:1]) + keys[i][1:] + ": reg(8)"
			}
			return sprintf("Make each of its values a field: %s.", strings.Join(fields, ", "))
		}
	}
	return "Use reg(width), mem(depth, width), a number or a text."
}

// longestListed bounds the names that such a message shows, in bytes.
const longestListed = 20

// aKind is kindOf with its article.
func aKind(v goja.Value) string {
	switch kind := kindOf(v); kind {
	case "undefined", "null":
		return kind
	case "array", "object":
		return "an " + kind
	default:
		return "a " + kind
	}
}

// functionName is the name of a function, as it is called.
func functionName(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return "…"
	}
	if name := o.Get("name"); !isNothing(name) && !isObject(name) && name.String() != "" && len(name.String()) <= longestListed {
		return name.String()
	}
	return "…"
}
