package emit

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
)

// called are the library components that are written as calls also without options (dsl.md 13.1).
var called = map[string]bool{
	"Constant": true, "Switch": true, "Button": true, "Input": true, "Register": true, "DFlipFlop": true, "ROM": true,
	"RAM": true, "DualPortRAM": true, "DualPortROM": true, "BitSlice": true, "Adder": true, "Subtractor": true,
	"Comparator": true, "LeftShifter": true, "RightShifter": true, "BusAnd": true, "BusOr": true, "BusXor": true,
	"Mux": true, "Screen": true, "RasterDisplay": true,
}

// instance is a circuit as the value of a node.
func instance(name string, options circuit.Arguments) string {
	switch {
	case len(options.Keys) > 0:
		return name + "(" + literal(options) + ")"
	case called[name]:
		return name + "()"
	}
	return name
}

// literal is an option value as it is written in a program.
func literal(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(x)
	case float64:
		return number(x)
	case string:
		return quote(x)
	case circuit.Value:
		return x.String() + "n"
	case []any:
		items := make([]string, len(x))
		for i := range x {
			items[i] = literal(x[i])
		}
		return "[" + strings.Join(items, ", ") + "]"
	case circuit.Arguments:
		items := make([]string, len(x.Keys))
		for i, k := range x.Keys {
			items[i] = property(k) + ": " + literal(x.Values[k])
		}
		if len(items) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(items, ", ") + " }"
	}
	return fmt.Sprint(v)
}

func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 0):
		return strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+") + "inity" // Inf, as Go writes it
	case x == math.Trunc(x) && math.Abs(x) < 1e21:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// stateField is the declaration of a state field.
func stateField(s *circuit.StateBlock) string {
	initial := &s.InitialValue
	switch {
	case initial.IsText:
		return quote(initial.Text)
	case s.StateType.Kind == circuit.Memory:
		return memory(s)
	}
	width := 1
	if s.StateType.Kind == circuit.Bus {
		width = s.StateType.Width
	}
	start := ""
	switch {
	case initial.Negative:
		b := initial.Number.Big()
		start = b.Sub(b, circuit.FromWords(power(width)).Big()).String() + bigSuffix(width)
	case !initial.Number.IsZero():
		start = initial.Number.String() + bigSuffix(width)
	default:
		return fmt.Sprintf("reg(%d)", width)
	}
	return fmt.Sprintf("reg(%d, %s)", width, start)
}

// power is 2^n in words.
func power(n int) []uint64 {
	words := make([]uint64, n/64+1)
	words[n/64] = 1 << (n % 64)
	return words
}

// bigSuffix makes a bigint of a number that doubles might not hold.
func bigSuffix(width int) string {
	if width > 53 {
		return "n"
	}
	return ""
}

func memory(s *circuit.StateBlock) string {
	depth := uint64(s.Depth)
	if depth == 0 { // declared by a bare Map
		depth = 1 << min(s.StateType.AddressWidth, 32)
	}
	if len(s.InitialValue.Memory) == 0 {
		return fmt.Sprintf("mem(%d, %d)", depth, s.StateType.DataWidth)
	}
	addresses := make([]uint64, 0, len(s.InitialValue.Memory))
	for a := range s.InitialValue.Memory {
		addresses = append(addresses, a)
	}
	slices.Sort(addresses)
	cells := make([]string, len(addresses))
	for i, a := range addresses {
		cells[i] = fmt.Sprintf("[%d, %s%s]", a, s.InitialValue.Memory[a], bigSuffix(s.StateType.DataWidth))
	}
	return fmt.Sprintf("mem(%d, %d, new Map([%s]))", depth, s.StateType.DataWidth, strings.Join(cells, ", "))
}

// fewCells are written one by one.
const fewCells = 8

// hexadecimal writes a memory as digits, which function reads.
func hexadecimal(s *circuit.StateBlock, function string) string {
	width := s.StateType.DataWidth
	digits := (width + 3) / 4
	var last uint64
	for a := range s.InitialValue.Memory {
		last = max(last, a)
	}
	perLine := max(1, 96/(digits+1))
	var b strings.Builder
	for a := uint64(0); a <= last; a++ {
		switch {
		case a == 0:
		case a%uint64(perLine) == 0:
			b.WriteString("\n      ")
		default:
			b.WriteByte(' ')
		}
		word := s.InitialValue.Memory[a].Big().Text(16)
		b.WriteString(strings.Repeat("0", digits-len(word)) + word)
	}
	depth := uint64(s.Depth)
	if depth == 0 {
		depth = 1 << min(s.StateType.AddressWidth, 32)
	}
	return fmt.Sprintf("mem(%d, %d, %s(%d, `\n      %s\n    `))", depth, width, function, digits, b.String())
}

// quote is a text in single quotes when that needs no escapes, else as JSON.
func quote(s string) string {
	if plain(s) {
		return "'" + s + "'"
	}
	text, err := json.Marshal(s)
	if err != nil { // cannot happen: a string always has a JSON form
		return "''"
	}
	return string(text)
}

// plain reports whether a text means itself between single quotes.
func plain(s string) bool {
	for _, r := range s {
		if r < ' ' || r == '\'' || r == '\\' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == utf8.RuneError {
			return false
		}
	}
	return true
}

// isIdentifier reports whether a name can stand without quotes.
func isIdentifier(name string) bool {
	for i := 0; i < len(name); i++ {
		if !isLetter(name[i]) && (i == 0 || name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	return name != ""
}

func isLetter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// property is a name as the key of an object. __proto__ is computed: as a plain key it would not be a key at all.
func property(name string) string {
	switch {
	case name == "__proto__":
		return "['__proto__']"
	case isIdentifier(name) || isIndex(name):
		return name
	}
	return quote(name)
}

// isIndex reports whether a name is a whole number as JavaScript writes it, such as the address of a memory cell.
func isIndex(name string) bool {
	n, err := strconv.ParseUint(name, 10, 53)
	return err == nil && strconv.FormatUint(n, 10) == name
}

// member is a name behind an object.
func member(name string) string {
	if isIdentifier(name) {
		return "." + name
	}
	return "[" + quote(name) + "]"
}
