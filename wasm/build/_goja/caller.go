package goja

// Caller is the program that called the native function now running, and where in it; nil when it was called by another function.
func (r *Runtime) Caller() (program *Program, pc int) {
	vm := r.vm
	if vm.prg != nil || len(vm.callStack) == 0 {
		return nil, 0
	}
	ctx := &vm.callStack[len(vm.callStack)-1]
	return ctx.prg, ctx.pc
}
