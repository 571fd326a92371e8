package goja

// isAnonymous reports whether an expression is a function or class without a name, which takes that of what it is
// assigned to.
func isAnonymous(e compiledExpr) bool {
	switch e := e.(type) {
	case *compiledFunctionLiteral:
		return e.name == nil
	case *compiledClassLiteral:
		return e.name == nil
	}
	return false
}

// nameComputed names the function or class on the stack by the computed key below it, unless it has a name of its own:
// a static member of a class may be one.
type nameComputed struct{}

func (nameComputed) exec(vm *vm) {
	o := vm.r.toObject(vm.stack[vm.sp-1])
	p, own := o.self.getOwnPropStr("name").(*valueProperty)
	if !own && o.self.getOwnPropStr("name") == nil || own && !p.accessor && !p.writable && stringEmpty.SameAs(nilSafe(p.value)) {
		o.self.defineOwnPropertyStr("name", PropertyDescriptor{Value: funcName("", vm.stack[vm.sp-2]), Configurable: FLAG_TRUE}, true)
	}
	vm.pc++
}
