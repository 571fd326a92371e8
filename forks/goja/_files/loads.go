package goja

import "github.com/dop251/goja/unistring"

// loads are values that come onto the stack one after the other, and the call behind them, of which they are the last
// arguments.
type loads struct {
	first instruction
	list  []operand
	call  *directCall // nil: there is none
}

// read is the property of a value, and the call behind it or a method of it.
type read struct {
	first  instruction
	from   operand
	member *member
	call   *directCall
}

// readCallee is the method of a value, above it.
type readCallee struct {
	first instruction
	from  operand
	name  fieldName
	plain getPropCallee
	fixed *lookup // nil: it cannot be
}

// singleAt is what stands at the beginning of code where there is no sequence: operands as one, a lookup, or what stood
// there.
func singleAt(code []instruction, sequence finder) (instruction, int) {
	if in, length := loadsAt(code, sequence); length > 0 {
		return in, length
	}
	if in := lookupAt(code); in != nil {
		return in, 1
	}
	if c := callAt(code); c != nil {
		return c, c.length()
	}
	return code[0], 1
}

// loadsAt finds operands, but for those with which a sequence begins.
func loadsAt(code []instruction, sequence finder) (instruction, int) {
	first, ok := operandOf(code[0])
	if !ok || len(code) < 2 {
		return nil, 0
	}
	switch next := code[1].(type) {
	case getProp:
		r := &read{first: code[0], from: first, member: memberAt(code[1:])}
		if r.member.method == nil {
			r.call = callAt(code[2:])
		}
		return r, 1 + r.member.length() + r.call.length()
	case getPropCallee:
		callee := &readCallee{code[0], first, newFieldName(unistring.String(next)), next, methodOf(next)}
		if c, ok := literalCallAt(code[2:]); ok {
			return &handed{callee, c}, 2 + c.length()
		}
		return callee, 2
	}
	l := &loads{first: code[0], list: []operand{first}}
	for i := 1; i < len(code); i++ {
		next, ok := operandOf(code[i])
		if !ok {
			break
		}
		if _, length := sequence(code[i:]); length > 0 {
			break
		}
		if i+1 < len(code) {
			switch code[i+1].(type) {
			case getProp, getPropCallee:
				ok = false
			}
		}
		if !ok {
			break
		}
		l.list = append(l.list, next)
	}
	if l.call = callAt(code[len(l.list):]); l.call != nil {
		return l, len(l.list) + l.call.length()
	}
	if len(l.list) < 2 {
		return nil, 0
	}
	return l, len(l.list)
}

func (l *loads) exec(vm *vm) {
	vm.stack.expand(vm.sp + len(l.list) - 1)
	for i := range l.list {
		v := l.list[i].load(vm)
		if v == nil {
			if i == 0 {
				l.first.exec(vm)
			}
			return // the instruction that stands there follows
		}
		vm.stack[vm.sp] = v
		vm.sp++
		vm.pc++
	}
	if l.call != nil {
		l.call.exec(vm)
	}
}

func (r *read) exec(vm *vm) {
	v := r.from.load(vm)
	if v == nil {
		r.first.exec(vm)
		return
	}
	vm.push(v)
	vm.pc++
	s := stand(vm, 1)
	r.member.exec(vm)
	if r.call != nil && s.goesOn(vm) {
		r.call.exec(vm)
	}
}

func (r *readCallee) exec(vm *vm) {
	v := r.from.load(vm)
	if v == nil {
		r.first.exec(vm)
		return
	}
	vm.push(v)
	vm.pc++
	if value, known := r.name.of(v); known {
		vm.push(r.name.method(vm, value))
		vm.pc++
		return
	}
	if r.fixed != nil {
		if value := r.fixed.of(vm, v); value != nil {
			vm.push(value)
			vm.pc++
			return
		}
	}
	r.plain.exec(vm)
}

// handed is a method of a value that is called with an object made for it.
type handed struct {
	callee *readCallee
	literalCall
}

func (h *handed) exec(vm *vm) {
	s := stand(vm, 2)
	h.callee.exec(vm)
	if s.goesOn(vm) {
		h.literalCall.exec(vm)
	}
}
