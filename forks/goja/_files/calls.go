package goja

// directCall is a call that asks what it calls by its type, instead of through two interfaces.
type directCall struct {
	arguments int
	pops      bool // its result is of no use
}

func (c *directCall) exec(vm *vm) {
	n := c.arguments
	if callee, ok := vm.stack[vm.sp-n-1].(*Object); ok {
		switch f := callee.self.(type) {
		case *arrowFuncObject:
			f.vmCall(vm, n)
			return
		case *templatedFuncObject:
			callNative(f.f, vm, n)
			c.ends(vm)
			return
		case *nativeFuncObject:
			if c.pops && callee == vm.r.pushes && c.pushed(vm) {
				return
			}
			callNative(f.f, vm, n)
			c.ends(vm)
			return
		}
	}
	call(n).exec(vm)
}

// pushed appends to an array, when that is all that the call does.
func (c *directCall) pushed(vm *vm) bool {
	first := vm.sp - c.arguments
	o, ok := vm.stack[first-2].(*Object)
	if !ok {
		return false
	}
	a, ok := o.self.(*arrayObject)
	if !ok || !a.pushed(vm.stack[first:vm.sp]) {
		return false
	}
	vm.sp = first - 2
	vm.pc += 2
	return true
}

// ends drops the result, which the instruction behind it would.
func (c *directCall) ends(vm *vm) {
	if c.pops {
		vm.sp--
		vm.pc++
	}
}

// length is how many instructions it stands for.
func (c *directCall) length() int {
	switch {
	case c == nil:
		return 0
	case c.pops:
		return 2
	}
	return 1
}

func callAt(code []instruction) *directCall {
	if len(code) > 0 {
		if n, ok := code[0].(call); ok {
			_, pops := next(code, 1).(_pop)
			return &directCall{int(n), pops}
		}
	}
	return nil
}

// element is one of an array, by a number; or it is called as a method of the array.
type element struct {
	first   instruction
	a, i    operand
	onStack bool // the array is
	callee  bool // the array stays below it
	call    *directCall
	length  int // but for the call
}

func elementAt(code []instruction) (instruction, int) {
	e := &element{first: code[0], onStack: true, length: 2}
	var ok bool
	if e.i, ok = operandOf(code[0]); !ok || len(code) < 2 {
		return nil, 0
	}
	if i, ok := operandOf(code[1]); ok && len(code) > 2 {
		e.a, e.i, e.onStack, e.length = e.i, i, false, 3
	}
	switch code[e.length-1].(type) {
	case _getElem:
	case _getElemCallee:
		e.callee, e.call = true, callAt(code[e.length:])
	default:
		return nil, 0
	}
	return e, e.length + e.call.length()
}

func (e *element) exec(vm *vm) {
	i, ok := e.i.load(vm).(valueInt)
	var a Value
	if e.onStack {
		a = vm.stack[vm.sp-1]
	} else {
		a = e.a.load(vm)
	}
	v := elementOf(a, int64(i))
	if !ok || v == nil {
		e.first.exec(vm)
		return
	}
	if e.callee && !e.onStack {
		vm.push(a)
	}
	if e.callee || !e.onStack {
		vm.push(v)
	} else {
		vm.stack[vm.sp-1] = v
	}
	vm.pc += e.length
	if e.call != nil {
		e.call.exec(vm)
	}
}

// elementOf is an element of an array; nil: it has none there, or it is no array.
func elementOf(a Value, i int64) Value {
	o, ok := a.(*Object)
	if !ok {
		return nil
	}
	array, ok := o.self.(*arrayObject)
	if !ok || uint64(i) >= uint64(len(array.values)) {
		return nil
	}
	v := array.values[i]
	if _, described := v.(*valueProperty); described {
		return nil
	}
	return v
}
