package goja

// listening is what a host hears of built-in functions at work.
type listening struct {
	length  func(o *Object, n int64)
	written func(holder *Object, v Value)
}

// OnLength sets what hears of the length of each object that a built-in function of arrays goes through, before it does
// so. It may panic to keep it from that. A host that asks for the length itself runs code of the program once more.
func (r *Runtime) OnLength(hear func(o *Object, n int64)) { r.listening.length = hear }

// OnWritten sets what hears of each value that JSON.stringify writes, with the object that has it.
func (r *Runtime) OnWritten(hear func(holder *Object, v Value)) { r.listening.written = hear }

// lengthOf is the length of an object that a built-in function goes through.
func lengthOf(o *Object) int64 {
	n := toLength(o.self.getStr("length", nil))
	if hear := o.runtime.listening.length; hear != nil {
		hear(o, n)
	}
	return n
}

// write tells the host of a value that JSON.stringify writes.
func (l *listening) write(holder *Object, v Value) {
	if l.written != nil {
		l.written(holder, v)
	}
}
