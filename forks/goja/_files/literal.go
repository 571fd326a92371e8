package goja

import (
	"math"

	"github.com/dop251/goja/unistring"
)

// literal is an object with values that are at hand.
type literal struct {
	first  instruction
	fields []field
	names  []unistring.String
	length int
}

// field is a property of a literal.
type field struct {
	name  unistring.String
	value operand
}

// wholeLiteral is an object with its first fields. Most literals have few: those are part of the object's piece of
// memory.
type wholeLiteral struct {
	v      Object
	o      baseObject
	fields [2]property
}

func literalAt(code []instruction) (instruction, int) {
	if _, ok := code[0].(_newObject); !ok {
		return nil, 0
	}
	l := &literal{first: code[0]}
	at := 1
	for ; at+1 < len(code) && len(l.fields) < fewProperties; at += 2 {
		value, ok := operandOf(code[at])
		name, ok2 := code[at+1].(putProp)
		if !ok || !ok2 {
			break
		}
		for _, f := range l.fields {
			if f.name == unistring.String(name) {
				return nil, 0
			}
		}
		l.fields = append(l.fields, field{unistring.String(name), value})
	}
	if len(l.fields) == 0 {
		return nil, 0
	}
	// The names are one list for all objects, which is copied before anything in it changes.
	l.names = make([]unistring.String, len(l.fields), len(l.fields)+1)
	for i := range l.fields {
		l.names[i] = l.fields[i].name
	}
	l.names = prepareNamesForCopy(l.names)
	l.length = at
	return l, at
}

// literalCall is a call with a literal that is made for it alone.
type literalCall struct {
	object *literal
	call   *directCall
}

// literalCallAt finds one at the beginning of code; ok is false when there is none.
func literalCallAt(code []instruction) (c literalCall, ok bool) {
	if len(code) == 0 {
		return c, false
	}
	object, length := literalAt(code)
	if object == nil {
		return c, false
	}
	c = literalCall{object.(*literal), callAt(code[length:])}
	return c, c.call != nil && c.call.arguments == 1
}

// length is how many instructions it stands for.
func (c *literalCall) length() int { return c.object.length + c.call.length() }

func (c *literalCall) exec(vm *vm) {
	s := stand(vm, c.object.length)
	c.object.exec(vm)
	if s.goesOn(vm) {
		c.call.exec(vm)
	}
}

// described is such a call, the object of which the host may do without.
type described struct {
	literalCall
	names []string
}

func describedAt(code []instruction) (instruction, int) {
	c, ok := literalCallAt(code)
	if !ok {
		return nil, 0
	}
	d := &described{literalCall: c}
	for _, f := range c.object.fields {
		if strToArrayIdx(f.name) != math.MaxUint32 { // which would come first
			return nil, 0
		}
		d.names = append(d.names, f.name.String())
	}
	return d, d.length()
}

func (d *described) exec(vm *vm) {
	if vm.r.describe == nil || !d.taken(vm) {
		d.literalCall.exec(vm)
	}
}

// taken reports whether the host takes the fields, without an object of them.
func (d *described) taken(vm *vm) bool {
	callee, ok := vm.stack[vm.sp-1].(*Object)
	if !ok {
		return false
	}
	f, ok := callee.self.(*templatedFuncObject)
	if !ok || f.attached == nil {
		return false
	}
	values := vm.r.describing[:0]
	for i := range d.object.fields {
		v := d.object.fields[i].value.load(vm)
		if v == nil {
			return false
		}
		values = append(values, v)
	}
	vm.pc += d.object.length // where the call is
	vm.pushCtx()
	vm.prg = nil
	vm.sb = vm.sp
	result := vm.r.describe(f.attached, d.names, values)
	last := len(vm.callStack) - 1
	vm.restoreCtx(&vm.callStack[last])
	vm.callStack = vm.callStack[:last]
	if result == nil {
		vm.pc -= d.object.length
		return false
	}
	vm.sp--
	vm.stack[vm.sp-1] = result
	vm.pc++
	d.call.ends(vm)
	return true
}

func (l *literal) exec(vm *vm) {
	whole := vm.r.freshLiterals.next(8)
	values := whole.fields[:0]
	if len(l.fields) > len(whole.fields) {
		values = make([]property, 0, len(l.fields))
	}
	for i := range l.fields {
		f := &l.fields[i]
		v := f.value.load(vm)
		if v == nil {
			l.first.exec(vm)
			return
		}
		values = append(values, property{f.name, v})
	}
	o := &whole.o
	whole.v.runtime, whole.v.self = vm.r, o
	o.class, o.val, o.extensible, o.prototype = classObject, &whole.v, true, vm.r.global.ObjectPrototype
	o.values.list, o.propNames = values, l.names
	vm.push(o.val)
	vm.pc += l.length
}
