package behavior

import (
	"fmt"

	"github.com/dop251/goja"
)

// classValue is a class from outside the lambda, or another function with properties: the constants that it holds can be read.
type classValue struct {
	c      *constant
	reason string // why it is not called
}

func (*classValue) isValue() {}

// classOf is a function that is not compiled, with what it holds; nil when it holds nothing.
func (l *lowering) classOf(o *goja.Object, reason string) value {
	keys := o.Keys()
	if len(keys) == 0 || len(keys) > maxConstant {
		return nil
	}
	c := &constant{keys: keys, props: map[string]any{}, cache: map[int]value{}}
	for _, k := range keys {
		if l.program.Computed(o, k) {
			c.props[k] = refusedValue{reason: fmt.Sprintf("a class outside the lambda has a getter, '%s'; call a function instead", k)}
			continue
		}
		c.props[k] = o.Get(k)
	}
	l.constants[o] = c
	return &classValue{c, reason}
}

// classProperty reads a constant of a class. Others may be inherited, or be methods.
func (l *lowering) classProperty(x *classValue, key value) value {
	name, known := constantKey(key)
	if v, own := x.c.props[name]; known && own {
		return l.use(l.fromData(v))
	}
	panic(refuse("'%s' of a class is used; only static fields that it declares itself are compiled", name))
}
