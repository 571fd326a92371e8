package goja

// opened is the beginning of a block that counts how often it runs, as that of a loop.
type opened struct {
	enter *enterBlock
	count *countedDown
}

func openedAt(code []instruction) (instruction, int) {
	enter, ok := code[0].(*enterBlock)
	if !ok {
		return nil, 0
	}
	count, length := countAt(code[1:])
	if length == 0 {
		return nil, 0
	}
	return &opened{enter, count.(*countedDown)}, 1 + length
}

func (o *opened) exec(vm *vm) {
	o.enter.exec(vm)
	o.count.exec(vm)
}

// left is the end of the block of a loop that counts, up to the loop's condition.
type left struct {
	leave  *leaveBlock
	jumps  bool // to the next instruction
	copies bool // the variables of the loop, for the next round
	count  *increment
}

func leftAt(code []instruction) (instruction, int) {
	leave, ok := code[0].(*leaveBlock)
	if !ok {
		return nil, 0
	}
	l, at := &left{leave: leave}, 1
	if in, ok := next(code, at).(jump); ok && in == 1 {
		l.jumps = true
		at++
	}
	if _, l.copies = next(code, at).(copyStash); l.copies {
		at++
	}
	count, _ := incrementAt(code[at:])
	if count == nil {
		return nil, 0
	}
	l.count = count.(*increment)
	return l, at // what counts is an instruction of its own, too, where continue goes on
}

func (l *left) exec(vm *vm) {
	l.leave.exec(vm)
	if l.jumps {
		vm.pc++
	}
	if l.copies {
		copyStash{}.exec(vm)
	}
	l.count.exec(vm)
}

// entered is the beginning of a function, up to its first statement.
type entered struct {
	enter   *enterFuncStashless
	pattern *pattern       // nil: it takes no object apart
	body    *enterFuncBody // nil: it has no variables besides
	count   *countedDown   // nil: it does not count its calls
}

func enteredAt(code []instruction) (instruction, int) {
	enter, ok := code[0].(*enterFuncStashless)
	if !ok {
		return nil, 0
	}
	e, at := &entered{enter: enter}, 1
	if p, _ := patternAt(code[at:]); p != nil {
		e.pattern = p.(*pattern)
		at += e.pattern.length
	}
	if body, ok := next(code, at).(*enterFuncBody); ok {
		e.body = body
		at++
	}
	if c, _ := countAt(code[at:]); c != nil {
		e.count = c.(*countedDown)
	}
	if e.pattern == nil && e.count == nil {
		return nil, 0
	}
	return e, 1 // what follows is there, too, for what it cannot do
}

func (e *entered) exec(vm *vm) {
	e.enter.exec(vm)
	if e.pattern != nil {
		s := stand(vm, e.pattern.length)
		e.pattern.exec(vm)
		if !s.goesOn(vm) {
			return
		}
	}
	if e.body != nil {
		e.body.exec(vm)
	}
	if e.count != nil {
		e.count.exec(vm)
	}
}

// standing is where a program goes on when an instruction has done all it stands for: it may have done less, or have
// thrown.
type standing struct {
	prg *Program
	pc  int
}

func stand(vm *vm, length int) standing { return standing{vm.prg, vm.pc + length} }

func (s standing) goesOn(vm *vm) bool { return vm.pc == s.pc && vm.prg == s.prg }
