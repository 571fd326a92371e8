package goja

import "reflect"

// arithmetic is what a row of operators makes of integers: of variables, of constants, and of a value that is on the
// stack. The numbers in between are no values, which would have to be allocated.
type arithmetic struct {
	otherwise instruction // stands here where they are no integers
	steps     []step
	onStack   bool // the first number is on the stack
	end       ending
	into      operand
	compare   comparison
	yes, no   int // how far a jump goes
	length    int
	failed    sharedInt // how much more often it did than not
}

// step changes the last number by another one, or puts a further one behind it.
type step struct {
	do       operation
	from     operandKind // fromNumbers: the other number is the one behind
	constant int64
	variable operand
	call     *mathCall // nil: it is an operator
}

const fromNumbers = fromStash + 1

type operation uint8

const (
	doPush operation = iota
	doAdd
	doSubtract
	doMultiply
	doRemainder
	doAnd
	doOr
	doXor
	doShiftLeft
	doShiftRight
	doShiftRightUnsigned
	doNot
	doImul
	doMin
	doMax
	doFloor
)

// ending is what becomes of the last number.
type ending uint8

const (
	isPushed ending = iota
	isStored
	isInitial
	isReturned
	isCompared // with the one behind
	isIndex    // of the array on the stack
)

const (
	maxNumbers = 4       // at a time
	maxFailed  = 1 << 10 // after which it is not tried again
)

func operationOf(in instruction) (do operation, ok bool) {
	switch in.(type) {
	case _add:
		return doAdd, true
	case _sub:
		return doSubtract, true
	case _mul:
		return doMultiply, true
	case _mod:
		return doRemainder, true
	case _and:
		return doAnd, true
	case _or:
		return doOr, true
	case _xor:
		return doXor, true
	case _sal:
		return doShiftLeft, true
	case _sar:
		return doShiftRight, true
	case _shr:
		return doShiftRightUnsigned, true
	}
	return 0, false
}

// mathCall is one of a function of Math.
type mathCall struct {
	first    loadDynamic
	name     getPropCallee
	function *mathFunction
	depth    int // how many numbers there are when it begins

	object *fixedGlobal // these take places, and are made when all of it is known
	method *lookup
}

type mathFunction struct {
	name      string
	do        operation
	arguments int
	of        func(*Runtime) func(FunctionCall) Value
}

var mathFunctions = [...]mathFunction{
	{"imul", doImul, 2, func(r *Runtime) func(FunctionCall) Value { return r.math_imul }},
	{"min", doMin, 2, func(r *Runtime) func(FunctionCall) Value { return r.math_min }},
	{"max", doMax, 2, func(r *Runtime) func(FunctionCall) Value { return r.math_max }},
	{"floor", doFloor, 1, func(r *Runtime) func(FunctionCall) Value { return r.math_floor }},
}

// stands reports whether the name means that function, and nothing can change it.
func (c *mathCall) stands(vm *vm) bool {
	return vm.r.standing[c.method.place] == c || c.found(vm)
}

// found looks for it.
func (c *mathCall) found(vm *vm) bool {
	object := c.object.value(vm)
	if object == nil {
		return false
	}
	function, ok := c.method.of(vm, object).(*Object)
	if !ok {
		return false
	}
	known := &vm.r.mathKnown[c.function.do-doImul]
	if *known == nil {
		if native, ok := function.self.(*nativeFuncObject); ok && reflect.ValueOf(native.f).Pointer() == reflect.ValueOf(c.function.of(vm.r)).Pointer() {
			*known = function
		}
	}
	if *known != function {
		return false
	}
	if fixed := &vm.r.found[c.object.place]; fixed.by == c.object.lookup && fixed.value != nil {
		vm.r.standing[c.method.place] = c // for good
	}
	return true
}

// reader finds arithmetic in code.
type reader struct {
	steps   []step
	depth   int // how many numbers there are
	onStack bool
	calls   []*mathCall // that have begun
}

func (r *reader) push(o operand) bool {
	s := step{from: o.from, variable: o}
	if o.from == fromConstant {
		n, ok := o.value.(valueInt)
		if !ok {
			return false
		}
		s.constant = int64(n)
	}
	if r.depth++; r.depth > maxNumbers {
		return false
	}
	r.steps = append(r.steps, s)
	return true
}

// needs has n numbers, the first of which may be that on the stack.
func (r *reader) needs(n int) bool {
	if r.depth == n-1 && !r.onStack && len(r.calls) == 0 {
		r.onStack = true
		r.depth++
	}
	return r.depth >= n
}

// operate takes one or two numbers for one.
func (r *reader) operate(s step, numbers int) bool {
	if !r.needs(numbers) {
		return false
	}
	if numbers == 2 {
		r.depth--
		if last := len(r.steps) - 1; last >= 0 && r.steps[last].do == doPush {
			s.from, s.constant, s.variable = r.steps[last].from, r.steps[last].constant, r.steps[last].variable
			r.steps = r.steps[:last]
		} else {
			s.from = fromNumbers
		}
	}
	r.steps = append(r.steps, s)
	return true
}

// call begins one of Math's functions at the beginning of code, whose arguments follow behind its two instructions.
func (r *reader) begin(code []instruction) bool {
	if len(code) < 2 {
		return false
	}
	object, ok := code[0].(loadDynamic)
	name, ok2 := code[1].(getPropCallee)
	if !ok || !ok2 || object != "Math" {
		return false
	}
	for i := range mathFunctions {
		if f := &mathFunctions[i]; f.name == string(name) {
			r.calls = append(r.calls, &mathCall{first: object, name: name, function: f, depth: r.depth})
			return true
		}
	}
	return false
}

// call is that of the function that began last.
func (r *reader) call(arguments int) bool {
	last := len(r.calls) - 1
	if last < 0 {
		return false
	}
	c := r.calls[last]
	r.calls = r.calls[:last]
	return c.function.arguments == arguments && r.depth == c.depth+arguments && r.operate(step{do: c.function.do, call: c}, arguments)
}

// arithmeticAt finds arithmetic at the beginning of code, and its length; 0: there is none.
func arithmeticAt(code []instruction) (instruction, int) {
	var r reader
	a := &arithmetic{}
	for i := 0; i < len(code); i++ {
		ok := false
		switch in := code[i].(type) {
		case _bnot:
			ok = r.operate(step{do: doNot}, 1)
		case call:
			ok = r.call(int(in))
		case loadDynamic:
			ok = r.begin(code[i:])
			i++
		default:
			if o, is := operandOf(in); is {
				ok = r.push(o)
			} else if do, is := operationOf(in); is {
				ok = r.operate(step{do: do}, 2)
			} else if c, is := comparisonOf(in); is && len(r.calls) == 0 && r.needs(2) && r.depth == 2 && a.jumps(c, code, i+1) {
				a.steps, a.onStack, a.length = r.steps, r.onStack, i+2
				return a.found(code)
			}
		}
		if !ok {
			break
		}
		if r.depth == 1 && len(r.calls) == 0 && i > 0 {
			a.steps, a.onStack, a.length = r.steps[:len(r.steps):len(r.steps)], r.onStack, i+1
		}
	}
	if a.length == 0 {
		return nil, 0
	}
	if a.length < len(code) && a.ends(code[a.length]) {
		a.length++
	}
	return a.found(code)
}

// found completes it.
func (a *arithmetic) found(code []instruction) (instruction, int) {
	a.otherwise, _ = singleAt(code, plainAt)
	for i := range a.steps {
		if c := a.steps[i].call; c != nil {
			c.object, c.method = &fixedGlobal{newLookup(c.first, "Math"), false}, methodOf(c.name)
		}
	}
	return a, a.length
}

// jumps reads the jump that stands behind a comparison.
func (a *arithmetic) jumps(c comparison, code []instruction, at int) bool {
	if at == len(code) {
		return false
	}
	switch jump := code[at].(type) {
	case jneP:
		a.yes, a.no = at+1, at+int(jump)
	case jeqP:
		a.yes, a.no = at+int(jump), at+1
	default:
		return false
	}
	a.compare, a.end = c, isCompared
	return true
}

// ends reads what stands behind it.
func (a *arithmetic) ends(in instruction) bool {
	if into, ok := initialised(in); ok {
		a.end, a.into = isInitial, into
		return true
	}
	switch in := in.(type) {
	case _ret:
		a.end = isReturned
	case _getElem:
		a.end = isIndex
	case storeStackLexP:
		a.end, a.into = isStored, operand{from: fromStack, index: int(in)}
	case storeStack1LexP:
		a.end, a.into = isStored, operand{from: fromStack1, index: int(in)}
	case storeStashLexP:
		a.end, a.into = isStored, inStash(uint32(in))
	}
	if a.end == isStored && a.into.from != fromStash && a.into.index <= 0 {
		a.end = isPushed // an argument
	}
	return a.end != isPushed
}

func (a *arithmetic) exec(vm *vm) {
	if a.failed.get() > maxFailed || !a.run(vm) {
		a.otherwise.exec(vm)
	}
}

// run reports whether all numbers are integers; otherwise nothing happened.
func (a *arithmetic) run(vm *vm) bool {
	x, ok := a.result(vm)
	if !ok {
		a.failed.set(a.failed.get() + 1)
		return false
	}
	if n := a.failed.get(); n > 0 {
		a.failed.set(n - 1)
	}
	switch a.end {
	case isCompared:
		if x != 0 {
			vm.pc += a.yes
		} else {
			vm.pc += a.no
		}
	case isStored, isInitial:
		*a.into.slot(vm) = intToValue(x)
		vm.pc += a.length
	default:
		if a.end == isIndex && a.indexes(vm, x) {
			return true
		}
		if a.onStack {
			vm.stack[vm.sp-1] = intToValue(x)
		} else {
			vm.push(intToValue(x))
		}
		switch a.end {
		case isReturned:
			_ret{}.exec(vm)
		case isIndex:
			vm.pc += a.length - 1
		default:
			vm.pc += a.length
		}
		return true
	}
	if a.onStack {
		vm.sp--
	}
	return true
}

// indexes puts an element in the place of its array, if it is one.
func (a *arithmetic) indexes(vm *vm, i int64) bool {
	at := vm.sp - 1
	if a.onStack {
		at--
	}
	v := elementOf(vm.stack[at], i)
	if v == nil {
		return false
	}
	vm.stack[at], vm.sp = v, at+1
	vm.pc += a.length
	return true
}

// result is the last number, or 1 or 0 for a comparison.
func (a *arithmetic) result(vm *vm) (result int64, ok bool) {
	var room [maxNumbers + 1]int64 // those behind x, the first of which is none
	x, behind := int64(0), 0
	if a.onStack {
		n, ok := vm.stack[vm.sp-1].(valueInt)
		if !ok {
			return 0, false
		}
		x = int64(n)
	}
	for i := range a.steps {
		s := &a.steps[i]
		y := s.constant
		switch s.from {
		case fromConstant:
		case fromNumbers:
			behind--
			x, y = room[behind], x
		default:
			n, ok := s.variable.load(vm).(valueInt)
			if !ok {
				return 0, false
			}
			y = int64(n)
		}
		switch s.do {
		case doPush:
			room[behind] = x
			behind++
			x = y
		case doAdd:
			x += y
		case doSubtract:
			x -= y
		case doMultiply:
			if x != int64(int32(x)) || y != int64(int32(y)) || x == 0 && y < 0 || y == 0 && x < 0 { // -0
				return 0, false
			}
			x *= y
		case doRemainder:
			if x < 0 || y == 0 { // -0, NaN
				return 0, false
			}
			x %= y
		case doAnd:
			x = int64(int32(x) & int32(y))
		case doOr:
			x = int64(int32(x) | int32(y))
		case doXor:
			x = int64(int32(x) ^ int32(y))
		case doShiftLeft:
			x = int64(int32(x) << (uint32(y) & 31))
		case doShiftRight:
			x = int64(int32(x) >> (uint32(y) & 31))
		case doShiftRightUnsigned:
			x = int64(uint32(x) >> (uint32(y) & 31))
		case doNot:
			x = int64(^int32(x))
		case doImul:
			x = int64(int32(uint32(x) * uint32(y)))
		case doMin:
			x = min(x, y)
		case doMax:
			x = max(x, y)
		}
		if x > maxInt || x < -maxInt || s.call != nil && !s.call.stands(vm) {
			return 0, false
		}
	}
	switch {
	case a.end == isStored && *a.into.slot(vm) == nil:
		return 0, false // throws
	case a.end != isCompared:
		return x, true
	case a.compare.holds(room[behind-1], x):
		return 1, true
	}
	return 0, true
}
