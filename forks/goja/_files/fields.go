package goja

import "github.com/dop251/goja/unistring"

// fieldName is the name of a property, also as the host reads it.
type fieldName struct {
	name unistring.String
	text string
}

func newFieldName(name unistring.String) fieldName { return fieldName{name, name.String()} }

// of is the property of an object that the host stands for, which is nil where there is none, or one that an object of
// the program itself has as a plain value. Otherwise it is not known, and nothing happened.
func (n *fieldName) of(v Value) (value Value, known bool) {
	o, ok := v.(*Object)
	if !ok {
		return nil, false
	}
	switch o := o.self.(type) {
	case *dynamicObject:
		if value = o.d.Get(n.text); value == nil {
			value = o.getParentStr(n.name, v)
		}
		return value, true
	case *baseObject:
		if i := o.values.at(n.name); i >= 0 {
			value = o.values.list[i].value
			if _, described := value.(*valueProperty); !described {
				return value, true
			}
		}
	}
	return nil, false
}

// getField is getProp.
type getField struct {
	fieldName
	plain getProp
}

func (g *getField) exec(vm *vm) {
	value, known := g.of(vm.stack[vm.sp-1])
	if !known {
		g.plain.exec(vm)
		return
	}
	vm.stack[vm.sp-1] = nilSafe(value)
	vm.pc++
}

// method is what is called as a property: undefined would say so when it is called.
func (n *fieldName) method(vm *vm, value Value) Value {
	if value == nil {
		return memberUnresolved{valueUnresolved{r: vm.r, ref: n.name}}
	}
	return value
}

// declared is a variable that gets a property of the object on the stack, as in a pattern.
type declared struct {
	first instruction
	field fieldName
	into  operand
}

func declaredAt(code []instruction) (instruction, int) {
	if len(code) < 3 {
		return nil, 0
	}
	name, ok := code[1].(getProp)
	into, ok2 := initialised(code[2])
	if _, copies := code[0].(_dup); !copies || !ok || !ok2 {
		return nil, 0
	}
	return &declared{code[0], newFieldName(unistring.String(name)), into}, 3
}

func (d *declared) exec(vm *vm) {
	vm.pc++ // where the property is read
	value, known := d.field.of(vm.stack[vm.sp-1])
	if !known {
		vm.pc--
		d.first.exec(vm)
		return
	}
	*d.into.slot(vm) = nilSafe(value)
	vm.pc += 2
}

// initialised is the variable that an instruction pops its first value into.
func initialised(in instruction) (into operand, ok bool) {
	switch in := in.(type) {
	case initStackP:
		into = operand{from: fromStack, index: int(in)}
	case initStack1P:
		into = operand{from: fromStack1, index: int(in)}
	case initStashP:
		return inStash(uint32(in)), true
	default:
		return into, false
	}
	return into, into.index > 0 // otherwise it is an argument
}

func inStash(place uint32) operand {
	return operand{from: fromStash, level: int(place >> 24), index: int(place & 0x00FFFFFF)}
}

// pattern is an object that is taken apart into variables.
type pattern struct {
	first  instruction
	from   operand
	fields []declared
	length int
}

func patternAt(code []instruction) (instruction, int) {
	if len(code) < 6 {
		return nil, 0
	}
	p := &pattern{first: code[0]}
	var ok bool
	if p.from, ok = operandOf(code[0]); !ok {
		return nil, 0
	}
	if _, ok := code[1].(_checkObjectCoercible); !ok {
		return nil, 0
	}
	at := 2
	for {
		d, length := declaredAt(code[at:])
		if d == nil {
			break
		}
		p.fields = append(p.fields, *d.(*declared))
		at += length
	}
	if _, ends := next(code, at).(_pop); !ends || len(p.fields) == 0 {
		return nil, 0
	}
	p.length = at + 1
	return p, 2 // each field is an instruction of its own, too
}

func (p *pattern) exec(vm *vm) {
	v := p.from.load(vm)
	if v == nil {
		p.first.exec(vm)
		return
	}
	vm.pc += 3 // where the first property is read
	for i := range p.fields {
		d := &p.fields[i]
		value, known := d.field.of(v)
		if !known {
			if vm.pc--; i == 0 { // it may be nothing that has properties
				vm.pc -= 2
				p.first.exec(vm)
				return
			}
			vm.push(v)
			return
		}
		*d.into.slot(vm) = nilSafe(value)
		vm.pc += 3
	}
}

// member is a property of the object on the stack, and a method of that, above it.
type member struct {
	field  *getField
	method *fixedMethod // nil: there is none
}

// memberAt finds one at the beginning of code; nil: there is none.
func memberAt(code []instruction) *member {
	if len(code) == 0 {
		return nil
	}
	name, ok := code[0].(getProp)
	if !ok {
		return nil
	}
	p := &member{field: &getField{newFieldName(unistring.String(name)), name}}
	if callee, ok := next(code, 1).(getPropCallee); ok {
		p.method = (*fixedMethod)(methodOf(callee))
	}
	return p
}

// methodAt finds one with a method.
func methodAt(code []instruction) (instruction, int) {
	if _, ok := code[0].(getProp); !ok {
		return nil, 0
	}
	if _, ok := next(code, 1).(getPropCallee); !ok {
		return nil, 0
	}
	if p := memberAt(code); p.method != nil {
		return p, 2
	}
	return nil, 0
}

// length is how many instructions it stands for.
func (p *member) length() int {
	switch {
	case p == nil:
		return 0
	case p.method == nil:
		return 1
	}
	return 2
}

func (p *member) exec(vm *vm) {
	s := stand(vm, 1)
	p.field.exec(vm)
	if p.method != nil && s.goesOn(vm) {
		p.method.exec(vm)
	}
}

// returned is return of a variable, or of nothing.
type returned struct {
	first instruction
	value operand
}

func returnedAt(code []instruction) (instruction, int) {
	if len(code) < 2 {
		return nil, 0
	}
	value, ok := operandOf(code[0])
	if _, returns := code[1].(_ret); !ok || !returns || value.from == fromConstant && value.value != _undefined {
		return nil, 0
	}
	return &returned{code[0], value}, 2
}

func (r *returned) exec(vm *vm) {
	v := r.value.load(vm)
	if v == nil {
		r.first.exec(vm)
		return
	}
	vm.stack[vm.sb-1], vm.sp = v, vm.sb
	vm.popCtx()
	vm.pc++
}

// setElement is an assignment to a property by its name, as of a large object that is used as a map.
type setElement struct{ plain _setElemStrictP }

func (s *setElement) exec(vm *vm) {
	if o, ok := vm.stack[vm.sp-3].(*Object); ok {
		if object, ok := o.self.(*baseObject); ok {
			if name, ok := vm.stack[vm.sp-2].(asciiString); ok && vm.r.sets(object, unistring.String(name), vm.stack[vm.sp-1]) {
				vm.sp -= 3
				vm.pc++
				return
			}
		}
	}
	s.plain.exec(vm)
}

// sets assigns to a property of an object with many that is one of its own, or is new. It reports false for what may
// need more than that.
func (r *Runtime) sets(o *baseObject, name unistring.String, v Value) bool {
	if o.values.index == nil || o.val.self != o {
		return false
	}
	i, slot := o.values.place(name)
	if i >= 0 {
		if _, described := o.values.list[i].value.(*valueProperty); described {
			return false
		}
		o.values.list[i].value = v
		return true
	}
	if !o.extensible || o.prototype != r.global.ObjectPrototype || len(name) == 0 || !r.inherited.exclude(o.prototype, name[0]) {
		return false
	}
	o.values.add(name, v, slot)
	o.propNames = append(copyNamesIfNeeded(o.propNames, 1), name)
	return true
}

// namesBegin has the first bytes of the names that all objects inherit.
type namesBegin struct {
	known bool
	bytes [256]bool
}

// exclude reports that no name of that prototype begins with a byte, and none will. The realm lets nothing be added to
// it.
func (n *namesBegin) exclude(prototype *Object, first byte) bool {
	if !n.known {
		o, ok := prototype.self.(*templatedObject)
		if !ok || o.extensible || o.proto() != nil {
			return false
		}
		o.ensurePropOrder()
		for _, name := range o.propNames {
			if len(name) > 0 {
				n.bytes[name[0]] = true
			}
		}
		n.known = true
	}
	return !n.bytes[first]
}
