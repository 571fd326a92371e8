package goja

// presentIdx is an element, nil where there is none. A Proxy is asked first whether it has one.
func presentIdx(o *Object, i valueInt) Value {
	if _, ok := o.self.(*proxyObject); ok {
		if !o.self.hasPropertyIdx(i) {
			return nil
		}
		return nilSafe(o.self.getIdx(i, nil))
	}
	return o.self.getIdx(i, nil)
}

// isPromise reports an object that is a promise itself, not what stands before one.
func isPromise(o *Object) bool {
	_, ok := o.self.(*Promise)
	return ok
}

// hasInstance looks for the prototype of a Proxy of a function among those of a value.
func (p *proxyObject) hasInstance(v Value) bool {
	if _, callable := p.assertCallable(); !callable {
		return p.baseObject.hasInstance(v)
	}
	return hasInstance(p.val, v)
}
