package realm

import (
	"math"
	"math/big"
	"reflect"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
)

// languageNames are the names of the language itself.
var languageNames = []string{"circuit", "component", "bit", "bus", "reg", "mem"}

// installLanguage defines circuit, component, bit, bus, reg and mem (dsl.md 2.5).
func (r *Realm) installLanguage() {
	r.builtProto = r.newBuiltPrototype()
	r.refProto = r.newRefPrototype()
	r.wireProto = r.newWirePrototype()
	r.memoryProto = r.newMemoryPrototype()

	global := r.vm.GlobalObject()
	define := func(name string, v any) {
		// Writable and configurable, so that a file may declare its own circuit of the same name (D15).
		_ = global.DefineDataProperty(name, r.vm.ToValue(v), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	define("circuit", r.native("circuit", r.circuitFunction))
	define("component", r.native("component", r.circuitFunction)) // D3
	bit := r.vm.NewObject()
	_ = bit.Set("kind", "bit")
	define("bit", bit)
	define("bus", r.native("bus", r.busFunction))
	define("reg", r.native("reg", r.regFunction))
	define("mem", r.native("mem", r.memFunction))
}

// busFunction is bus(n): n wires, n >= 1 (D24, D26).
func (r *Realm) busFunction(call goja.FunctionCall) goja.Value {
	width := r.positive(call.Argument(0), "Bus width", circuit.MaxWidth)
	o := r.vm.NewObject()
	_ = o.Set("kind", "bus")
	_ = o.Set("width", width)
	return o
}

// regFunction is reg(width, initial = 0) (7.5, D60).
func (r *Realm) regFunction(call goja.FunctionCall) goja.Value {
	o := r.vm.NewObject()
	_ = o.Set("__stateKind", "reg")
	_ = o.Set("width", r.positive(call.Argument(0), "Register width", circuit.MaxWidth))
	initial := call.Argument(1)
	if goja.IsUndefined(initial) {
		initial = r.vm.ToValue(0)
	}
	_ = o.Set("initial", initial)
	return o
}

// maxDepth bounds mem(depth, width): 2^32 cells, stored sparsely.
const maxDepth = 1 << 32

// memFunction is mem(depth, width, contents) (7.5, D58, D60).
func (r *Realm) memFunction(call goja.FunctionCall) goja.Value {
	o := r.vm.NewObject()
	_ = o.Set("__stateKind", "mem")
	_ = o.Set("depth", r.positive(call.Argument(0), "Memory depth", maxDepth))
	_ = o.Set("width", r.positive(call.Argument(1), "Memory width", circuit.MaxWidth))
	initial := call.Argument(2)
	if goja.IsUndefined(initial) {
		m, err := r.vm.New(r.mapClass)
		if err != nil {
			panic(err)
		}
		initial = m
	}
	_ = o.Set("initial", initial)
	return o
}

// positive reads a whole number from 1 to most, or throws "<what> must be a positive integer, got …".
func (r *Realm) positive(v goja.Value, what string, limit int64) int64 {
	if n, ok := wholeNumber(v); ok && n >= 1 {
		if n > limit {
			panic(r.rangeError("%s must be at most %v, got %v", what, limits.Count(limit), limits.Count(n)))
		}
		return n
	}
	got := r.describe(v)
	if _, isText := stringOf(v); isText {
		got = "the text '" + circuit.Cut(got, 100) + "'"
	} else if kindOf(v) == "bigint" {
		got = "the bigint " + circuit.Cut(got, 100) + "n"
	}
	panic(r.rangeError("%s must be a positive integer, got %s", what, got))
}

// rangeError throws a plain Error, as public Simten does for widths.
func (r *Realm) rangeError(format string, args ...any) goja.Value {
	e, err := r.vm.New(r.errorClass, r.vm.ToValue(sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	return e
}

// tooMuch throws a RangeError, as JavaScript does for what is larger than it can make.
func (r *Realm) tooMuch(format string, args ...any) goja.Value {
	e, err := r.vm.New(r.rangeErrorClass, r.vm.ToValue(sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	return e
}

// wholeNumber reads a number that is an exact integer, without running user code.
func wholeNumber(v goja.Value) (int64, bool) {
	if isNothing(v) || isObject(v) {
		return 0, false
	}
	switch n := v.Export().(type) {
	case int64:
		return n, true
	case float64:
		if n == math.Trunc(n) && math.Abs(n) < 1<<53 {
			return int64(n), true
		}
	}
	return 0, false
}

func isObject(v goja.Value) bool {
	_, ok := v.(*goja.Object)
	return ok
}

// isNothing reports undefined, null and "no value".
func isNothing(v goja.Value) bool {
	return v == nil || goja.IsUndefined(v) || goja.IsNull(v)
}

// portTypeOf reads a port type: bit, bus(n), or a bare number (D25).
func (r *Realm) portTypeOf(v goja.Value) (circuit.PortType, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		n, ok := wholeNumber(v)
		if !ok {
			return circuit.PortType{}, false
		}
		if n == 1 {
			return circuit.PortType{Kind: circuit.Bit}, true
		}
		return circuit.PortType{Kind: circuit.Bus, Width: int(r.positive(v, "Bus width", circuit.MaxWidth))}, true
	}
	kind := o.Get("kind")
	if isNothing(kind) || isObject(kind) {
		return circuit.PortType{}, false
	}
	switch kind.String() {
	case "bit":
		return circuit.PortType{Kind: circuit.Bit}, true
	case "bus":
		return circuit.PortType{Kind: circuit.Bus, Width: int(r.positive(o.Get("width"), "Bus width", circuit.MaxWidth))}, true
	}
	return circuit.PortType{}, false
}

// stateOf reads one entry of `state` (7.5). The result carries no ID.
func (r *Realm) stateOf(v goja.Value) (circuit.StateBlock, bool) {
	s := circuit.StateBlock{ClockRef: "clk", Edge: "rising"}
	o, ok := v.(*goja.Object)
	if !ok {
		return r.bareState(v, s)
	}
	if isMap(o) {
		contents, _ := r.memoryContents(o)
		s.StateType = circuit.StateType{Kind: circuit.Memory, AddressWidth: 16, DataWidth: 8}
		s.InitialValue = circuit.InitialValue{Memory: contents, AddressWidth: 16, DataWidth: 8}
		return s, true
	}
	kind := o.Get("__stateKind")
	if isNothing(kind) || isObject(kind) {
		return s, false
	}
	switch kind.String() {
	case "reg":
		width := int(r.positive(o.Get("width"), "Register width", circuit.MaxWidth))
		if width == 1 {
			s.StateType = circuit.StateType{Kind: circuit.Bit} // D57
		} else {
			s.StateType = circuit.StateType{Kind: circuit.Bus, Width: width}
		}
		initial, negative, _ := r.toCell(o.Get("initial"), width)
		s.InitialValue = circuit.InitialValue{Number: initial, Negative: negative}
		return s, true
	case "mem":
		depth := r.positive(o.Get("depth"), "Memory depth", maxDepth)
		width := int(r.positive(o.Get("width"), "Memory width", circuit.MaxWidth))
		contents := map[uint64]circuit.Value{}
		if init, ok := o.Get("initial").(*goja.Object); ok {
			if given, ok := r.memoryContents(init); ok {
				contents = given
			}
		}
		s.Depth = int(depth)
		for address := range contents {
			if address >= uint64(depth) {
				s.Beyond = max(s.Beyond, address)
			}
		}
		s.StateType = circuit.StateType{Kind: circuit.Memory, AddressWidth: circuit.AddressWidth(int(depth)), DataWidth: width}
		s.InitialValue = circuit.InitialValue{
			Memory:       maskContents(contents, uint64(depth), width),
			AddressWidth: s.StateType.AddressWidth, DataWidth: width,
		}
		return s, true
	}
	return s, false
}

// bareState reads a number, boolean or text used as a state field (D59, D66).
func (r *Realm) bareState(v goja.Value, s circuit.StateBlock) (circuit.StateBlock, bool) {
	if isNothing(v) {
		return s, false
	}
	switch x := v.Export().(type) {
	case string:
		s.StateType = circuit.StateType{Kind: circuit.Bus, Width: 32}
		s.InitialValue = circuit.InitialValue{Text: x, IsText: true}
	case bool:
		s.StateType = circuit.StateType{Kind: circuit.Bit}
		if x {
			s.InitialValue.Number = circuit.Uint(1)
		}
	case int64, float64, *big.Int:
		s.StateType = circuit.StateType{Kind: circuit.Bus, Width: 32}
		s.InitialValue.Number, s.InitialValue.Negative, _ = r.toCell(v, 32)
	default:
		return s, false
	}
	return s, true
}

// cells calls put with the addresses and cells of memory contents: a Map, an array, or an object with decimal keys. ok
// is false for anything else.
func (r *Realm) cells(o *goja.Object, put func(address uint64, v goja.Value)) (ok bool) {
	if isMap(o) {
		r.vm.ForOf(o, func(entry goja.Value) bool {
			pair, ok := entry.(*goja.Object)
			if !ok {
				return true
			}
			if n, ok := wholeNumber(pair.Get("0")); ok && n >= 0 {
				put(uint64(n), pair.Get("1"))
			}
			return true
		})
		return true
	}
	switch o.ClassName() {
	case "Array", "Object", "Uint8Array", "Uint16Array", "Uint32Array", "Int8Array", "Int16Array", "Int32Array", "Uint8ClampedArray":
		for _, key := range o.Keys() {
			if address, ok := decimal(key); ok {
				put(address, o.Get(key))
			}
		}
		return true
	}
	return false
}

// memoryContents reads initial memory contents: a Map, an array, or an object with decimal keys
// (D71). Entries that are not numbers are skipped. ok is false for anything else.
func (r *Realm) memoryContents(o *goja.Object) (contents map[uint64]circuit.Value, ok bool) {
	contents = map[uint64]circuit.Value{}
	put := func(address uint64, v goja.Value) {
		if isNothing(v) || isObject(v) {
			return
		}
		switch v.Export().(type) {
		case int64, float64, *big.Int:
			value, _, _ := r.toCell(v, circuit.MaxWidth)
			contents[address] = value
		}
	}
	if !r.cells(o, put) {
		return nil, false
	}
	return contents, true
}

// isMap recognises a Map (goja's class name for it is Object) without running user code.
func isMap(o *goja.Object) bool { return o.ExportType() == mapExport }

var mapExport = reflect.TypeFor[[][2]any]()

// maskContents keeps the cells inside the memory, each masked to its data width.
func maskContents(contents map[uint64]circuit.Value, depth uint64, width int) map[uint64]circuit.Value {
	for a, v := range contents {
		if a >= depth {
			delete(contents, a)
			continue
		}
		contents[a] = v.Mask(width)
	}
	return contents
}

// decimal parses a key made of decimal digits only.
func decimal(key string) (uint64, bool) {
	if key == "" || len(key) > 16 { // more digits are no exact number
		return 0, false
	}
	var n uint64
	for i := 0; i < len(key); i++ {
		c := key[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n, true
}
