package goja

// maxDelegations is how many generators may delegate to one another, each to the next. A delegation takes some ten
// frames of Go's stack, and a browser's stack is one megabyte.
const maxDelegations = 200

// enterDelegation counts a delegation until the function that it gives is called. One too many is too many calls.
func (vm *vm) enterDelegation() (leave func()) {
	if vm.delegations >= min(maxDelegations, vm.maxCallStackSize) {
		ex := &StackOverflowError{}
		ex.stack = vm.captureStack(nil, 0)
		panic(ex)
	}
	vm.delegations++
	return func() { vm.delegations-- }
}
