package goja

import (
	"math"
	"sync/atomic"

	"github.com/dop251/goja/unistring"
)

// A property that is neither writable nor configurable stays what it is. The realm makes those fixed that the library
// of components counts on, such as Math.imul and the push of arrays, and an instruction that found one need not look
// for it again. The Runtime keeps the results: the programs of the library outlive it.
type found struct {
	by    *lookup
	on    *Object // the object whose own property it is
	value Value   // nil: its property is not fixed

	// A global that is not fixed is that property, as long as no property of the global object is set anew or removed, and
	// no script declares further names. Its value may change.
	property *valueProperty // nil: it is none of those
	changes  uint32
	names    int
}

const foundPlaces = 256

// lookup is an instruction that takes a global or a method by its name.
type lookup struct {
	first instruction
	fieldName
	place uint8 // among those of the Runtime
}

// lookups is how many there are, of which the last digits are the place.
var lookups atomic.Uint32

func newLookup(first instruction, name unistring.String) *lookup {
	return &lookup{first, newFieldName(name), uint8(lookups.Add(1))}
}

// lookupAt finds a lookup at the beginning of code; nil: there is none.
func lookupAt(code []instruction) instruction {
	switch in := code[0].(type) {
	case loadDynamic:
		return &fixedGlobal{newLookup(in, unistring.String(in)), false}
	case loadDynamicCallee:
		return &fixedGlobal{newLookup(in, unistring.String(in)), true}
	case _setElemStrictP:
		return &setElement{in}
	case getProp:
		return &getField{newFieldName(unistring.String(in)), in}
	case getPropCallee:
		if m := methodOf(in); m != nil {
			return (*fixedMethod)(m)
		}
	}
	return nil
}

// methodOf is the lookup of a method; nil: an array has its own property of that name.
func methodOf(in getPropCallee) *lookup {
	name := unistring.String(in)
	if name == "length" || strToArrayIdx(name) != math.MaxUint32 {
		return nil
	}
	return newLookup(in, name)
}

// fixedGlobal is a name that no scope of the program declares.
type fixedGlobal struct {
	*lookup
	callee bool
}

func (g *fixedGlobal) exec(vm *vm) {
	value := g.value(vm)
	if value == nil {
		g.first.exec(vm)
		return
	}
	if g.callee {
		vm.push(_undefined)
	}
	vm.push(value)
	vm.pc++
}

// value is that of the global; nil: it is to be looked for.
func (g *fixedGlobal) value(vm *vm) Value {
	e := &vm.r.found[g.place]
	if e.by != g.lookup {
		*e = found{by: g.lookup, value: g.find(vm)}
	}
	if e.value != nil {
		return e.value
	}
	global, ok := vm.r.globalObject.self.(*templatedObject)
	if !ok || global.values.index == nil {
		return nil
	}
	if changes, names := global.values.index.changes, len(vm.r.global.stash.names); e.changes != changes || e.names != names {
		e.changes, e.names, e.property = changes, names, nil
		if g.reaches(vm) {
			e.property, _ = global.values.get(g.name).(*valueProperty)
		}
	}
	if p := e.property; p != nil && !p.accessor {
		return p.value
	}
	return nil
}

// find is the value of a fixed global. A scope whose variables are found by name may get further ones, and so may
// others when a text is run in them, which forgets what was found; that of all scripts cannot get one that has the name
// of such a global.
func (g *fixedGlobal) find(vm *vm) Value {
	if !g.reaches(vm) {
		return nil
	}
	return fixedValue(vm.r.globalObject.self, g.name)
}

// reaches reports whether the name is one of the global object.
func (g *fixedGlobal) reaches(vm *vm) bool {
	for s := vm.stash; s != nil; s = s.outer {
		if s.obj != nil {
			return false
		}
		if s != &vm.r.global.stash && s.names != nil {
			return false
		}
		if _, declared := s.names[g.name]; declared {
			return false
		}
	}
	return true
}

// fixedMethod is that of the object on the stack, above which it comes.
type fixedMethod lookup

func (m *fixedMethod) exec(vm *vm) {
	if value, known := m.fieldName.of(vm.stack[vm.sp-1]); known {
		vm.push(m.method(vm, value))
		vm.pc++
		return
	}
	if value := (*lookup)(m).of(vm, vm.stack[vm.sp-1]); value != nil {
		vm.push(value)
		vm.pc++
		return
	}
	m.first.exec(vm)
}

// of is the method of a built-in object, or of an array without properties of its own, when it is fixed; else nil.
func (l *lookup) of(vm *vm, v Value) Value {
	on, ok := v.(*Object)
	if !ok {
		return nil
	}
	if a, ok := on.self.(*arrayObject); ok {
		if own := &a.baseObject.values; len(own.list) > 1 || a.prototype == nil { // the first is its length
			return nil
		}
		on = a.prototype
	}
	e := &vm.r.found[l.place]
	if e.by != l || e.on != on {
		*e = found{by: l, on: on, value: fixedValue(on.self, l.name)}
	}
	return e.value
}

// fixedValue is that of an own property that a built-in object has for good; nil: there is none.
func fixedValue(o objectImpl, name unistring.String) Value {
	var own Value
	switch o := o.(type) {
	case *templatedObject:
		own = o.getOwnPropStr(name)
	case *templatedArrayObject:
		own = o.getOwnPropStr(name)
	}
	if p, ok := own.(*valueProperty); ok && !p.accessor && !p.writable && !p.configurable {
		return p.value
	}
	return nil
}
