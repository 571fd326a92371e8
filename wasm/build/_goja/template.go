package goja

import "github.com/dop251/goja/unistring"

// text is a template of texts and variables that are texts or integers.
type text struct {
	first  instruction
	parts  []operand
	form   uint32     // of texts with numbers; 0: it has none
	holds  [2]operand // what these numbers are; the first is 0 when there is one
	length int

	// of is what it is the name of a property of, if there is a _getElem behind it.
	of      operand
	element bool
}

func textAt(code []instruction) (instruction, int) {
	t := &text{first: code[0]}
	start := 0
	if of, ok := operandOf(code[0]); ok && of.from != fromConstant && len(code) > 1 {
		if _, part := code[1].(_toString); !part {
			t.of, t.element, start = of, true, 1
		}
	}
	for i := start; i < len(code); i++ {
		if n, ok := code[i].(concatStrings); ok {
			if int(n) != len(t.parts) || n < 2 {
				return nil, 0
			}
			t.length = i + 1
			if t.element {
				if _, named := next(code, i+1).(_getElem); !named {
					return nil, 0
				}
				t.length++
			}
			t.form = formOf(t.parts)
			if t.form != 0 {
				t.holds = [2]operand{{value: valueInt(0)}, {value: valueInt(0)}}
				for _, p := range t.parts {
					if p.from != fromConstant {
						t.holds[0], t.holds[1] = t.holds[1], p
					}
				}
			}
			return t, t.length
		}
		part, ok := operandOf(code[i])
		if !ok {
			return nil, 0
		}
		if part.from == fromConstant {
			if _, ok := part.value.(asciiString); !ok {
				return nil, 0
			}
		} else {
			if i++; i == len(code) {
				return nil, 0
			}
			if _, ok := code[i].(_toString); !ok {
				return nil, 0
			}
		}
		t.parts = append(t.parts, part)
	}
	return nil, 0
}

func (t *text) exec(vm *vm) {
	v := t.value(vm)
	if v == nil {
		t.first.exec(vm)
		return
	}
	if !t.element {
		vm.push(v)
		vm.pc += t.length
		return
	}
	of := t.of.load(vm)
	if of == nil {
		t.first.exec(vm)
		return
	}
	vm.pc += t.length - 1
	if o, ok := of.(*Object); ok {
		if d, ok := o.self.(*dynamicObject); ok {
			if found := d.d.Get(string(v.(asciiString))); found != nil {
				vm.push(found)
				vm.pc++
				return
			}
			vm.push(nilSafe(d.getParentStr(unistring.String(v.(asciiString)), of)))
			vm.pc++
			return
		}
	}
	vm.push(of)
	vm.push(v)
	_getElem{}.exec(vm)
}

// value is the text; nil where it is not made of texts and integers.
func (t *text) value(vm *vm) Value {
	numbers, numbered := t.numbers(vm)
	if numbered {
		if k := vm.r.texts.place(t.form, numbers); k.form == t.form && k.numbers == numbers {
			return k.value
		}
	}
	return t.write(vm, numbers, numbered)
}

// write is not inlined, as what is found shall need no room for it.
//
//go:noinline
func (t *text) write(vm *vm, numbers [2]uint32, numbered bool) Value {
	var room [64]byte
	built := room[:0]
	for i := range t.parts {
		switch v := t.parts[i].load(vm).(type) {
		case asciiString:
			built = append(built, v...)
		case valueInt:
			built = appendInt(built, int64(v))
		default:
			return nil
		}
	}
	if numbered {
		return vm.r.texts.keep(t.form, numbers, built)
	}
	return vm.r.texts.text(built)
}

// numbers are those in the text, when that is all that its variables are.
func (t *text) numbers(vm *vm) (numbers [2]uint32, ok bool) {
	if t.form == 0 {
		return numbers, false
	}
	for i := range t.holds {
		v, ok := t.holds[i].load(vm).(valueInt)
		if !ok || v < 0 || v >= 1<<32 {
			return numbers, false
		}
		numbers[i] = uint32(v)
	}
	return numbers, true
}
