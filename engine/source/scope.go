package source

import (
	"github.com/dop251/goja/ast"
)

// bindingKind says how a name was declared.
type bindingKind uint8

const (
	constBinding    bindingKind = iota // const, class, for (const …)
	letBinding                         // let, parameters, catch parameters
	varBinding                         // var
	functionBinding                    // function declarations
	argumentsBinding
	globalBinding  // not declared in the file
	libraryBinding // a library name read through an import
	packageBinding // a name of a package of npm read through an import
)

// binding is one declared name.
type binding struct {
	name  string
	kind  bindingKind
	scope *scope
	// value is the initialiser of a name declared alone (`const x = value`) or the declared function.
	value     ast.Expression
	declared  int // at clean offset
	writes    int // assignments other than the initialiser
	updates   int // those of a for statement's own update
	inLoop    bool
	escapes   bool     // used otherwise than to read a property of it, so that somebody else may change what it holds
	methods   []string // properties of it that are called, apart from those that only read
	parameter bool     // of a function
	running   bool     // what it holds is changed by a behaviour, while the circuit runs
	namespace bool     // an `@simten/…` import object
	spaces    int      // assignments that declare a namespace of TypeScript: the same object each time
	imports   *Import  // the package whose import object this is
	builtIn   string   // "Math.floor", when it is declared as that
	code      string   // how the script reads the value
}

// fixed reports whether the value cannot change once it is there.
func (b *binding) fixed() bool {
	switch b.kind {
	case constBinding, libraryBinding:
		return true
	case letBinding, functionBinding:
		return b.writes == b.spaces
	case varBinding:
		return b.writes == b.spaces && (b.value != nil || b.spaces > 0) && !b.inLoop
	}
	return false
}

// settled reports whether a function sees one value of the variable, at whatever time it is called.
func (b *binding) settled() bool {
	return b.fixed() || b.kind == letBinding && b.writes == b.updates
}

// scope is one block, function or class scope.
type scope struct {
	parent   *scope
	names    map[string]*binding
	function *functionScope
}

// functionScope is one function of the file.
type functionScope struct {
	parent *functionScope
	depth  int
	node   ast.Expression
	free   []reference // names read or written inside and declared outside
	// ownArguments and ownThis say that the function or an arrow in it uses them.
	ownArguments, ownThis bool
	arrow                 bool
	space                 bool       // the body of a namespace of TypeScript
	changes               []*binding // names whose objects it certainly changes
	altered               []change   // objects that it may change, these among them
}

// reference is one use of a name.
type reference struct {
	identifier *ast.Identifier
	binding    *binding
}

func (s *scope) lookup(name string) *binding {
	for ; s != nil; s = s.parent {
		if b, ok := s.names[name]; ok {
			return b
		}
	}
	return nil
}

func (s *scope) declare(name string, kind bindingKind, offset int) *binding {
	if b, ok := s.names[name]; ok {
		b.writes++ // declared twice: a var or a function that replaces another
		return b
	}
	if s.names == nil {
		s.names = map[string]*binding{}
	}
	b := &binding{name: name, kind: kind, scope: s, declared: offset, code: name}
	s.names[name] = b
	return b
}

// declareTarget declares every name of a binding target.
func (s *scope) declareTarget(target ast.Expression, kind bindingKind) {
	switch n := target.(type) {
	case *ast.Identifier:
		s.declare(n.Name.String(), kind, at(n.Idx))
	case *ast.AssignExpression: // with a default value
		s.declareTarget(n.Left, kind)
	case *ast.ArrayPattern:
		for _, e := range n.Elements {
			if e != nil {
				s.declareTarget(e, kind)
			}
		}
		if n.Rest != nil {
			s.declareTarget(n.Rest, kind)
		}
	case *ast.ObjectPattern:
		for _, p := range n.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				s.declare(p.Name.Name.String(), kind, at(p.Name.Idx))
			case *ast.PropertyKeyed:
				s.declareTarget(p.Value, kind)
			}
		}
		if n.Rest != nil {
			s.declareTarget(n.Rest, kind)
		}
	}
}

// declareStatements declares the let, const, class and function names of a statement list.
func (s *scope) declareStatements(list []ast.Statement) {
	for _, statement := range list {
		for {
			l, ok := statement.(*ast.LabelledStatement)
			if !ok {
				break
			}
			statement = l.Statement
		}
		switch n := statement.(type) {
		case *ast.LexicalDeclaration:
			s.declareLexical(n)
		case *ast.ClassDeclaration:
			if n.Class.Name != nil {
				b := s.declare(n.Class.Name.Name.String(), letBinding, at(n.Class.Name.Idx))
				b.value = n.Class
			}
		case *ast.FunctionDeclaration:
			if n.Function.Name != nil {
				b := s.declare(n.Function.Name.Name.String(), functionBinding, at(n.Function.Name.Idx))
				b.value = n.Function
			}
		}
	}
}

func (s *scope) declareLexical(n *ast.LexicalDeclaration) {
	kind := letBinding
	if n.Token.String() == "const" {
		kind = constBinding
	}
	for _, b := range n.List {
		s.declareTarget(b.Target, kind)
	}
}
