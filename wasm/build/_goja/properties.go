package goja

import "github.com/dop251/goja/unistring"

// properties are the values of an object by their names: a short list in the order in which they came, or a map.
type properties struct {
	few  []property
	many map[unistring.String]Value // nil: they are in few
}

type property struct {
	name  unistring.String
	value Value
}

const fewProperties = 8

func (p *properties) find(name unistring.String) (Value, bool) {
	if p.many != nil {
		v, ok := p.many[name]
		return v, ok
	}
	for i := range p.few {
		if e := &p.few[i]; e.name == name {
			return e.value, true
		}
	}
	return nil, false
}

func (p *properties) get(name unistring.String) Value {
	v, _ := p.find(name)
	return v
}

func (p *properties) set(name unistring.String, v Value) {
	if p.many != nil {
		p.many[name] = v
		return
	}
	for i := range p.few {
		if e := &p.few[i]; e.name == name {
			e.value = v
			return
		}
	}
	if p.few == nil {
		p.few = make([]property, 0, 2)
	}
	if len(p.few) < fewProperties {
		p.few = append(p.few, property{name, v})
		return
	}
	p.many = make(map[unistring.String]Value, 2*fewProperties)
	for _, e := range p.few {
		p.many[e.name] = e.value
	}
	p.few = nil
	p.many[name] = v
}

func (p *properties) remove(name unistring.String) {
	if p.many != nil {
		delete(p.many, name)
		return
	}
	for i := range p.few {
		if p.few[i].name == name {
			p.few = append(p.few[:i], p.few[i+1:]...)
			return
		}
	}
}
