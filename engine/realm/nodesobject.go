package realm

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// nodesObject is `nodes` in connect. An unknown node reads undefined, as in public Simten; the name
// is remembered, so that the TypeError that follows can be explained.
type nodesObject struct {
	b      *builder
	index  map[string]int // key → its number in b.nodeKeys; the last one of a name counts
	values []goja.Value   // by that number; made when they are first read
	recent [3]int         // after keys that were read: where rows of them go on
	row    int            // the last of them that went on
	oldest int            // the one that is replaced next
	missed string
	told   map[string]bool // unknown nodes that were reported; nil at the first look
}

func (b *builder) newNodesObject() *nodesObject {
	n := &nodesObject{b: b, index: b.nodes, values: make([]goja.Value, len(b.nodeKeys))}
	if b.plainNodes() {
		return n
	}
	n.index = make(map[string]int, len(b.nodeKeys))
	for i := range b.nodeKeys {
		n.index[b.nodeKeys[i].name] = i
	}
	return n
}

// plainNodes reports whether every key is one node, so that the nodes are numbered as their keys are.
func (b *builder) plainNodes() bool {
	return len(b.nodes) == len(b.nodeKeys) && !slices.ContainsFunc(b.nodeKeys, func(k nodeKey) bool { return k.array })
}

// number is the number of a key. Wires mostly name nodes in the order in which they stand in the list, with others
// between them.
func (n *nodesObject) number(key string) (int, bool) {
	for row, after := range n.recent {
		for i := after; i < min(after+2, len(n.b.nodeKeys)); i++ { // one of a row may have been read before, and be known to the interpreter
			if n.b.nodeKeys[i].name == key {
				n.recent[row], n.row = i+1, row
				return i, true
			}
		}
	}
	i, ok := n.index[key]
	if ok {
		if n.oldest = (n.oldest + 1) % len(n.recent); n.oldest == n.row {
			n.oldest = (n.oldest + 1) % len(n.recent)
		}
		n.recent[n.oldest] = i + 1
	}
	return i, ok
}

func (n *nodesObject) value(i int) goja.Value {
	if n.values[i] == nil {
		n.values[i] = n.b.nodeValue(&n.b.nodeKeys[i])
	}
	return n.values[i]
}

// PropertiesLast tells the interpreter of the module that a node that was read stays what it is.
func (n *nodesObject) PropertiesLast() {}

func (n *nodesObject) Get(key string) goja.Value {
	if i, ok := n.number(key); ok {
		return n.value(i)
	}
	if n.b.realm.inherited(key) {
		return nil
	}
	n.missed = key
	if n.told == nil {
		return nil
	}
	if !n.told[key] {
		n.told[key] = true
		n.b.note(n.unknown(key).At(n.b.realm.here()))
	}
	return n.b.realm.vm.NewDynamicObject(&anyPort{b: n.b})
}

// unknown is the report of a node that does not exist.
func (n *nodesObject) unknown(key string) circuit.Diagnostic {
	names := n.Keys()
	d := circuit.Diagnostic{
		Code: circuit.CodeUnknownNode, Severity: circuit.Error, Node: key,
		Message: sprintf("Node '%s' does not exist. Available nodes: %s.", key, circuit.Listed(names)),
	}
	d.Guess(circuit.UseMember, key, names)
	n.b.inConnect(d.Meant)
	for _, k := range n.b.nodeKeys {
		if k.array && slices.Contains(k.ids, key) {
			d.Advise(sprintf("'%s' is an array: write %s[%s].", k.name, k.name, strings.TrimPrefix(key, k.name)))
		}
	}
	return d
}

func (n *nodesObject) Has(key string) bool         { _, ok := n.index[key]; return ok }
func (n *nodesObject) Set(string, goja.Value) bool { return false }
func (n *nodesObject) Delete(string) bool          { return false }
func (n *nodesObject) Keys() []string {
	keys := make([]string, len(n.b.nodeKeys))
	for i, k := range n.b.nodeKeys {
		keys[i] = k.name
	}
	return keys
}

// anyPort stands for a node that does not exist: it has every port, and connections with them are dropped.
type anyPort struct{ b *builder }

func (p *anyPort) Get(key string) goja.Value {
	return p.b.stranger(ownPorts, key)
}
func (p *anyPort) Has(string) bool             { return true }
func (p *anyPort) Set(string, goja.Value) bool { return false }
func (p *anyPort) Delete(string) bool          { return false }
func (p *anyPort) Keys() []string              { return nil }

// nodeValue is what `nodes` has under a key: a node's ports, or an array of them.
func (b *builder) nodeValue(key *nodeKey) goja.Value {
	ports := func(node int, known bool) goja.Value {
		if known {
			return b.nodePorts(node)
		}
		return b.realm.vm.NewDynamicObject(&anyPort{b: b}) // what it is was reported
	}
	if !key.array {
		return ports(int(key.node), key.node >= 0)
	}
	list := make([]any, len(key.ids))
	for i, id := range key.ids {
		node, known := b.nodes[id]
		list[i] = ports(node, known)
	}
	array := b.realm.vm.NewArray(list...)
	probe := b.realm.vm.NewDynamicObject(&arrayProbe{b: b, key: key})
	_ = probe.SetPrototype(array.Prototype())
	_ = array.SetPrototype(probe)
	return array
}

// arrayProbe stands behind an array of nodes and finds that it is read like a single node.
type arrayProbe struct {
	b    *builder
	key  *nodeKey
	told map[string]bool
}

func (p *arrayProbe) Get(key string) goja.Value {
	if len(p.key.ids) == 0 || p.b.realm.arrayPrototype.Get(key) != nil {
		return nil
	}
	d := p.b.instances[p.b.nodes[p.key.ids[0]]].definition
	if d.port(key, 0, d.portCount()) < 0 {
		return nil
	}
	if !p.told[key] {
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[key] = true
		p.b.note(circuit.Diagnostic{
			Code: circuit.CodeUnknownPort, Severity: circuit.Error, Node: p.key.name,
			Message:    sprintf("'%s' is an array of %d nodes, so it has no port '%s' itself.", p.key.name, len(p.key.ids), key),
			Suggestion: sprintf("Write %s[0].%s, or go through it: %s.map((node) => node.%s).", p.key.name, key, p.key.name, key),
		}.At(p.b.realm.here()))
	}
	return p.b.stranger(ownPorts, key)
}
func (p *arrayProbe) Has(string) bool             { return false }
func (p *arrayProbe) Set(string, goja.Value) bool { return false }
func (p *arrayProbe) Delete(string) bool          { return false }
func (p *arrayProbe) Keys() []string              { return nil }

func (b *builder) nodePorts(i int) *goja.Object {
	d := b.instances[i].definition
	p := b.nodeObjects.next()
	p.b, p.of, p.node, p.after = b, d, int32(i), int32(d.portCount())
	return b.realm.vm.NewDynamicObject(p)
}
