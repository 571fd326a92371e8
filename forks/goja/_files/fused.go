package goja

// A fused instruction stands in the place of the first one of a sequence and does what all of them do, as long as
// nothing in it can fail or run other code; otherwise it does what the first one did, and the others, which are still
// there, follow. So jumps into the sequence, places of errors and handlers of exceptions stay as they are.

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
	for _, find := range [...]finder{enteredAt, openedAt, leftAt, returnedAt, patternAt, declaredAt, methodAt, countAt, notBigIntAt, branchAt, incrementAt, elementAt, textAt, describedAt, literalAt} {
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

// next is the instruction at a place, if there is one.
func next(code []instruction, at int) instruction {
	if at < len(code) {
		return code[at]
	}
	return nil
}
