package goja

import "github.com/dop251/goja/unistring"

// A fused instruction stands in the place of the first one of a sequence and does what all of them do, as long as nothing in it can
// fail or run other code; otherwise it does what the first one did, and the others, which are still there, follow. So jumps into
// the sequence, places of errors and handlers of exceptions stay as they are.

// fuse looks for sequences in a program and in the functions in it.
func fuse(p *Program) {
	if p == nil {
		return
	}
	for _, in := range p.code {
		switch in := in.(type) {
		case newFuncInstruction:
			fuse(in.getPrg())
		case *newClass:
			fuse(in.ctor)
			fuse(in.initFields)
		case *newDerivedClass:
			fuse(in.ctor)
			fuse(in.initFields)
		case *newStaticFieldInit:
			fuse(in.initFields)
		}
	}
	for i := 0; i < len(p.code); {
		in, length := fusedAt(p.code[i:])
		if length == 0 {
			in, length = singleAt(p.code[i:], fusedAt)
		}
		p.code[i] = in
		i += length
	}
}

// finder finds a sequence at the beginning of code, and its length; 0: there is none.
type finder func(code []instruction) (instruction, int)

func fusedAt(code []instruction) (instruction, int) {
	if in, length := plainAt(code); length > 0 {
		return in, length
	}
	return arithmeticAt(code)
}

// plainAt finds all but arithmetic.
func plainAt(code []instruction) (instruction, int) {
	for _, find := range [...]finder{enteredAt, returnedAt, declaredAt, countAt, notBigIntAt, branchAt, incrementAt, elementAt, textAt, literalAt} {
		if in, length := find(code); length > 0 {
			return in, length
		}
	}
	return nil, 0
}

// operand is a value that is had without running anything.
type operand struct {
	from         operandKind
	level, index int
	value        Value
}

type operandKind uint8

const (
	fromConstant operandKind = iota
	fromStack
	fromStack1
	fromStash
)

func operandOf(in instruction) (operand, bool) {
	switch in := in.(type) {
	case loadVal:
		return operand{value: in.v}, true
	case _loadUndef:
		return operand{value: _undefined}, true
	case loadStackLex:
		return operand{from: fromStack, index: int(in)}, true
	case loadStack1Lex:
		return operand{from: fromStack1, index: int(in)}, true
	case loadStashLex:
		return operand{from: fromStash, level: int(in >> 24), index: int(in & 0x00FFFFFF)}, true
	}
	return operand{}, false
}

// load is the value, or nil where reading it throws.
func (o *operand) load(vm *vm) Value {
	if o.from == fromConstant {
		return o.value
	}
	if o.from == fromStack && -o.index > vm.args {
		return _undefined
	}
	return *o.slot(vm)
}

// slot is where a variable is kept.
func (o *operand) slot(vm *vm) *Value {
	switch o.from {
	case fromStack:
		if o.index <= 0 {
			return &vm.stack[vm.sb-o.index]
		}
		return &vm.stack[vm.sb+vm.args+o.index]
	case fromStack1:
		return &vm.stack[vm.sb+o.index]
	}
	stash := vm.stash
	for range o.level {
		stash = stash.outer
	}
	return &stash.values[o.index]
}

// storedBy reports whether an instruction pops a value into the variable.
func (o *operand) storedBy(in instruction) bool {
	switch in := in.(type) {
	case storeStackLexP:
		return o.from == fromStack && o.index == int(in) && in > 0
	case storeStack1LexP:
		return o.from == fromStack1 && o.index == int(in) && in > 0
	case storeStashLexP:
		return o.from == fromStash && o.level == int(in>>24) && o.index == int(in&0x00FFFFFF)
	}
	return false
}

// counted is --v; v || f(), as a statement or before a comma, while v stays above 0.
type countedDown struct {
	first  instruction
	v      operand
	length int
}

func countAt(code []instruction) (instruction, int) {
	if len(code) < 6 {
		return nil, 0
	}
	v, ok := operandOf(code[0])
	_, dec := code[1].(_dec)
	again, ok2 := operandOf(code[3])
	skip, jumps := code[4].(jeq)
	if !ok || !ok2 || !dec || !jumps || v.from == fromConstant || !v.storedBy(code[2]) || again != v || skip < 1 || 4+int(skip) >= len(code) {
		return nil, 0
	}
	if _, pops := code[4+skip].(_pop); !pops {
		return nil, 0
	}
	length := 4 + int(skip) + 1
	return &countedDown{code[0], v, length}, length
}

func (c *countedDown) exec(vm *vm) {
	p := c.v.slot(vm)
	if n, ok := (*p).(valueInt); ok && n > 1 {
		*p = n - 1
		vm.pc += c.length
		return
	}
	c.first.exec(vm)
}

// notBigInt is (v = x, typeof v == "bigint" && f(v), v) for an x that is no bigint.
type notBigInt struct {
	first  instruction
	v      operand
	length int
}

func notBigIntAt(code []instruction) (instruction, int) {
	if len(code) < 8 {
		return nil, 0
	}
	v, ok := operandOf(code[1])
	_, asks := code[2].(_typeof)
	text, ok2 := code[3].(loadVal)
	skip, jumps := code[5].(jne)
	if !ok || v.from == fromConstant || !v.storedBy(code[0]) || !asks || !ok2 || text.v != Value(stringBigInt) || !jumps || skip < 1 || 6+int(skip) >= len(code) {
		return nil, 0
	}
	switch code[4].(type) {
	case _op_eq, _op_strict_eq:
	default:
		return nil, 0
	}
	_, pops := code[5+skip].(_pop)
	again, _ := operandOf(code[6+skip])
	if !pops || again != v {
		return nil, 0
	}
	length := 6 + int(skip) + 1
	return &notBigInt{code[0], v, length}, length
}

func (b *notBigInt) exec(vm *vm) {
	p := b.v.slot(vm)
	if *p != nil {
		v := vm.stack[vm.sp-1]
		switch v.(type) {
		case valueInt, valueFloat:
			*p = v
			vm.pc += b.length
			return
		}
	}
	b.first.exec(vm)
}

// branch is a jump after the comparison of two integers.
type branch struct {
	first   instruction
	a, b    operand
	compare comparison
	yes, no int  // how far it jumps
	onStack bool // a is on the stack
}

type comparison uint8

const (
	isLess comparison = iota
	isLessOrEqual
	isGreater
	isGreaterOrEqual
	isEqual
	isNotEqual
)

func comparisonOf(in instruction) (comparison, bool) {
	switch in.(type) {
	case _op_lt:
		return isLess, true
	case _op_lte:
		return isLessOrEqual, true
	case _op_gt:
		return isGreater, true
	case _op_gte:
		return isGreaterOrEqual, true
	case _op_eq, _op_strict_eq:
		return isEqual, true
	case _op_neq, _op_strict_neq:
		return isNotEqual, true
	}
	return 0, false
}

func (c comparison) holds(a, b int64) bool {
	switch c {
	case isLess:
		return a < b
	case isLessOrEqual:
		return a <= b
	case isGreater:
		return a > b
	case isGreaterOrEqual:
		return a >= b
	case isEqual:
		return a == b
	}
	return a != b
}

func branchAt(code []instruction) (instruction, int) {
	var c branch
	var ok bool
	if len(code) < 3 {
		return nil, 0
	}
	c.first = code[0]
	at := 0
	if c.a, ok = operandOf(code[0]); !ok {
		return nil, 0
	}
	if c.b, ok = operandOf(code[1]); ok {
		at = 2
	} else {
		c.b, c.onStack, at = c.a, true, 1
	}
	if at+1 >= len(code) {
		return nil, 0
	}
	if c.compare, ok = comparisonOf(code[at]); !ok {
		return nil, 0
	}
	length := at + 2
	switch jump := code[at+1].(type) {
	case jneP:
		c.yes, c.no = length, at+1+int(jump)
	case jeqP:
		c.yes, c.no = at+1+int(jump), length
	default:
		return nil, 0
	}
	return &c, length
}

func (c *branch) exec(vm *vm) {
	var x Value
	if c.onStack {
		x = vm.stack[vm.sp-1]
	} else {
		x = c.a.load(vm)
	}
	a, ok := x.(valueInt)
	b, ok2 := c.b.load(vm).(valueInt)
	if !ok || !ok2 {
		c.first.exec(vm)
		return
	}
	if c.onStack {
		vm.sp--
	}
	if c.compare.holds(int64(a), int64(b)) {
		vm.pc += c.yes
	} else {
		vm.pc += c.no
	}
}

// increment is i++ or i-- of an integer, as a statement, and the jump behind it.
type increment struct {
	first  instruction
	v      operand
	by     valueInt
	length int
}

func incrementAt(code []instruction) (instruction, int) {
	if len(code) < 3 {
		return nil, 0
	}
	v, ok := operandOf(code[0])
	if !ok || v.from == fromConstant || !v.storedBy(code[2]) {
		return nil, 0
	}
	i := &increment{first: code[0], v: v, length: 3}
	switch code[1].(type) {
	case _inc:
		i.by = 1
	case _dec:
		i.by = -1
	default:
		return nil, 0
	}
	if len(code) > 3 {
		if jump, ok := code[3].(jump); ok {
			i.length += int(jump)
		}
	}
	return i, 3
}

func (i *increment) exec(vm *vm) {
	p := i.v.slot(vm)
	if n, ok := (*p).(valueInt); ok && n > -maxInt && n < maxInt {
		*p = intToValue(int64(n + i.by))
		vm.pc += i.length
		return
	}
	i.first.exec(vm)
}

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
			t.form, t.length = formOf(t.parts), i+1
			if t.form != 0 {
				t.holds = [2]operand{{value: valueInt(0)}, {value: valueInt(0)}}
				for _, p := range t.parts {
					if p.from != fromConstant {
						t.holds[0], t.holds[1] = t.holds[1], p
					}
				}
			}
			if t.element {
				if _, t.element = next(code, i+1).(_getElem); !t.element {
					return nil, 0
				}
				t.length++
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

// next is the instruction at a place, if there is one.
func next(code []instruction, at int) instruction {
	if at < len(code) {
		return code[at]
	}
	return nil
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

// wholeLiteral is an object with its first fields. Most literals have few: those are part of the object's piece of memory.
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

func (l *literal) exec(vm *vm) {
	if len(vm.r.freshLiterals) == 0 {
		vm.r.freshLiterals = make([]wholeLiteral, 8)
	}
	whole := &vm.r.freshLiterals[0]
	vm.r.freshLiterals = vm.r.freshLiterals[1:]
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

// loads are values that come onto the stack one after the other, and the call behind them, of which they are the last arguments.
type loads struct {
	first instruction
	list  []operand
	call  *directCall // nil: there is none
}

// read is the property of a value, and the call behind it.
type read struct {
	first instruction
	from  operand
	field *getField
	call  *directCall
}

// readCallee is the method of a value, above it.
type readCallee struct {
	first instruction
	from  operand
	name  fieldName
	plain getPropCallee
	fixed *lookup // nil: it cannot be
}

// singleAt is what stands at the beginning of code where there is no sequence: operands as one, a lookup, or what stood there.
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
		name := newFieldName(unistring.String(next))
		r := &read{code[0], first, &getField{name, next}, callAt(code[2:])}
		return r, 2 + r.call.length()
	case getPropCallee:
		return &readCallee{code[0], first, newFieldName(unistring.String(next)), next, methodOf(next)}, 2
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
	prg, at := vm.prg, vm.pc+1
	r.field.exec(vm)
	if r.call != nil && vm.pc == at && vm.prg == prg { // otherwise it threw, and a handler is next
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
