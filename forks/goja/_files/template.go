package goja

import "github.com/dop251/goja/unistring"

// text is a template of texts and variables that are texts or integers.
type text struct {
	first  instruction
	parts  []operand
	form   uint32     // of texts with numbers; 0: it has none
	two    int        // 1 if it has two, else 0
	holds  [2]operand // what these numbers are; the first is 0 when there is one
	length int

	// of is the operand before it on the stack; with a _getElem behind it, the object that has a property of this name.
	of      operand
	below   bool
	element bool

	// The operation on that property, or on the text when nothing comes before it.
	into   *operand // nil: it is not the first value of a variable
	member *member  // nil: nothing of it is read
}

func textAt(code []instruction) (instruction, int) {
	t := &text{first: code[0]}
	start := 0
	if of, ok := operandOf(code[0]); ok && of.from != fromConstant && len(code) > 1 {
		if _, part := code[1].(_toString); !part {
			t.of, t.below, start = of, true, 1
		}
	}
	for i := start; i < len(code); i++ {
		if n, ok := code[i].(concatStrings); ok {
			if int(n) != len(t.parts) || n < 2 {
				return nil, 0
			}
			t.length = i + 1
			if t.below {
				if _, t.element = next(code, i+1).(_getElem); t.element {
					t.length++
				}
			}
			t.form = formOf(t.parts)
			if t.form != 0 {
				t.holds = [2]operand{{value: valueInt(0)}, {value: valueInt(0)}}
				for _, p := range t.parts {
					if p.from != fromConstant {
						t.holds[0], t.holds[1] = t.holds[1], p
					}
				}
				if t.holds[0].from != fromConstant {
					t.two = 1
				}
			}
			return t, t.length + t.ends(code[t.length:])
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

// ends finds what is done with the value, and gives how many instructions that are.
func (t *text) ends(code []instruction) int {
	if t.below && !t.element || len(code) == 0 {
		return 0
	}
	if into, ok := initialised(code[0]); ok {
		t.into = &into
		return 1
	}
	if t.element {
		t.member = memberAt(code)
	}
	return t.member.length()
}

func (t *text) exec(vm *vm) {
	v, kept := t.value(vm)
	var of Value
	if t.below {
		of = t.of.load(vm)
	}
	if v == nil || of == nil && t.below {
		t.first.exec(vm)
		return
	}
	if t.below && !t.element {
		vm.push(of)
	}
	if t.element {
		vm.pc += t.length - 1
		read := false
		if v, read = t.property(vm, of, v, kept); !read {
			return
		}
	} else {
		vm.pc += t.length
	}
	if t.into != nil {
		*t.into.slot(vm) = v
		vm.pc++
		return
	}
	vm.push(v)
	if t.member != nil {
		t.member.exec(vm)
	}
}

// lasting is an object of the host a property of which stays what it is, once it was read and there was one.
type lasting interface{ PropertiesLast() }

// lasts reports whether properties of an object do.
func (r *Runtime) lasts(d *dynamicObject) bool {
	if r.askedLast != d { // mostly it is one object all the time
		r.askedLast = d
		_, r.lastsAsked = d.d.(lasting)
	}
	return r.lastsAsked
}

// property is that of an object with the name, and false when reading it has thrown.
func (t *text) property(vm *vm, of, name Value, kept *numberedText) (value Value, read bool) {
	if o, ok := of.(*Object); ok {
		if d, ok := o.self.(*dynamicObject); ok {
			if kept != nil && kept.of == d {
				vm.pc++
				return kept.found, true
			}
			name := name.(asciiString)
			value = d.d.Get(string(name))
			if value == nil {
				value = nilSafe(d.getParentStr(unistring.String(name), of))
			} else if kept != nil && vm.r.lasts(d) {
				kept.of, kept.found = d, value
			}
			vm.pc++
			return value, true
		}
	}
	vm.push(of)
	vm.push(name)
	s := stand(vm, 1)
	_getElem{}.exec(vm)
	if !s.goesOn(vm) {
		return nil, false
	}
	return vm.pop(), true
}

// value is the text, and where it is kept, if it is; nil where it is not made of texts and integers.
func (t *text) value(vm *vm) (Value, *numberedText) {
	numbers, numbered := t.numbers(vm)
	if numbered {
		if k := vm.r.texts.numbered[t.two].place(t.form, numbers); k.form == t.form && k.numbers == numbers {
			return k.value, k
		}
	}
	return t.write(vm, numbers, numbered), nil
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
		return vm.r.texts.keep(&vm.r.texts.numbered[t.two], t.form, numbers, built)
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
