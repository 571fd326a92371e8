package source

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/texts"
)

// Names of the host functions that the Code reads from the global object once, before any user
// code runs. The host sets them for each script it runs; since user code can reach and call them
// too, they must check their arguments.
const (
	// HookFunction(id, function, value) is called when an eval or onTick function literal is
	// evaluated. It returns the function. value(i) returns the run-time value of Captured[i] and
	// throws what reading the variable throws. HookFunction(id, class, value, private) is called when a
	// class is made; private(o, i) reads the private field Class.Private[i] of an instance.
	HookFunction = "__simten_function"
	// HookRefill() is called when the fuel is used up. It returns how many more loop turns and calls
	// may pass before it is called again, or interrupts the runtime.
	HookRefill = "__simten_refill"
	// HookModule(specifier) returns the exports of a module that Options.Module admitted. Only a script
	// that imports one reads it.
	HookModule = "__simten_module"
	// HookExports(exports) takes what the file exports, when Options.Exports asks for it.
	HookExports = "__simten_exports"
	// HookBound(value, by) returns the value, or refuses it: a list that is spread out, or a bigint by
	// which another is shifted or raised, makes memory out of nothing in one step. by is 1 for a bigint by
	// which another is multiplied or divided.
	HookBound = "__simten_bound"
	// HookMade(value) returns the value: the first argument of new with a built-in class that takes all of a list, or
	// as many bytes as a number says, or of a method exec, which may be that of a regular expression.
	HookMade = "__simten_made"
	// HookTrace() is called before each statement of a function or block. Only a script that Options.Trace asked for
	// reads it.
	HookTrace = "__simten_trace"
)

// Options configures Prepare.
type Options struct {
	// Library lists the names that exist in the realm without import and through `@simten/…`
	// imports (And, Register, circuit, bit, …).
	Library []string
	// MaxBytes is the source size limit in bytes of UTF-8; 0 means the default.
	MaxBytes int
	// Module reports whether an import specifier names a module that the host will give when the script
	// runs, such as another file of the user's; Script.Modules then lists it. nil: there are none.
	Module func(specifier string) bool
	// Exports hands over what the file exports.
	Exports bool
	// Trace tells the host of every statement before it runs: for a program that is run once more to find out
	// where it hangs.
	Trace bool
	// PlaceFile is the File of every place that the script gives: for a file that another one imports.
	PlaceFile string
}

// ModuleImport is one module that a script imports from the host.
type ModuleImport struct {
	Specifier string
	Place     circuit.Place // of the specifier
}

// Script is one prepared circuit file.
type Script struct {
	File string // name of the file as given
	Text string // the user's TypeScript, without a byte order mark
	Code string // the script that runs
	// Program is Code compiled in strict mode.
	Program *goja.Program
	// AST is the program without the inserted text; its positions are for PlaceOf. It must not be changed.
	AST *ast.Program
	// Imports are the packages of npm that the file imports, in order.
	Imports []*Import
	// Modules are the modules that the file imports from the host, each once, in the order of the text.
	Modules []ModuleImport

	placeFile  string
	exportsVar string // the variable that holds what the file exports, or ""

	sources   []string // of a bundle of packages
	traced    bool
	text      textLines
	code      textLines
	segments  []segment
	edits     []edit // sorted by codeStart
	awaits    []int  // bytes of the text where await may not stand
	functions []*Function
	calls     map[int]*Call // by offset of the call's left parenthesis in Code
}

// Prepare compiles the text of one file. Script is nil when a diagnostic is an error. It never panics.
// Its time grows with the length of the text: what would make it grow faster is refused before the parsers see it.
func Prepare(file, text string, o Options) (script *Script, list []circuit.Diagnostic) {
	defer func() {
		if r := recover(); r != nil {
			script = nil
			if failure, ok := r.(runtime.Error); ok && strings.Contains(failure.Error(), "makeslice") {
				list = append(list, problem(circuit.CodeMemory, "a constant in this text is larger than the interpreter can hold; use smaller numbers and texts"))
				return
			}
			list = append(list, problem(circuit.CodeSourceInternal,
				fmt.Sprintf("the compiler failed on this text (%v); please report it together with the circuit", r)))
			lastPanic.Store(string(debug.Stack()))
		}
		if script == nil {
			list = asPasted(text, list)
		}
		for i := range list {
			list[i].File = o.PlaceFile
		}
	}()
	maxBytes := o.MaxBytes
	if maxBytes <= 0 {
		maxBytes = limits.Default.SourceBytes
	}
	text = texts.Normalize(text)
	if len(text) > maxBytes {
		return nil, []circuit.Diagnostic{problem(circuit.CodeSourceTooLarge, fmt.Sprintf(
			"the source has %v bytes, more than the limit of %v; split the circuit or generate repeated parts with a loop",
			limits.Count(len(text)), limits.Count(maxBytes)))}
	}

	s := &Script{File: file, Text: text, text: newTextLines(text, true), placeFile: o.PlaceFile, traced: o.Trace}
	s.text.file = o.PlaceFile
	if o.Exports {
		s.exportsVar = exportsName(text)
	}
	tokens := scan(text)
	if d := s.checkLimits(tokens); d != nil {
		return nil, []circuit.Diagnostic{*d}
	}
	if list := s.phased(tokens); len(list) > 0 {
		return nil, list
	}
	odd := s.invisible()
	clean, list := s.transform(withoutDeclare(text, tokens), tokens)
	list = append(withoutEchoes(odd, list), list...)
	list = append(list, s.inexact(tokens)...)
	if circuit.HasErrors(list) {
		// An await at the top hides what is wrong with imports: look at the text without it.
		if rest, ok := s.withoutAwaits(list); ok {
			if clean, more := s.transform(rest, tokens); !circuit.HasErrors(more) {
				if program, err := parse(file, clean); err == nil {
					a := newAnalysis(s, clean, o.Library, tokens)
					a.module = o.Module
					a.run(program)
					list = append(list, a.problems...)
				}
			}
		}
		return nil, list
	}
	program, err := parse(file, clean)
	if err != nil {
		return nil, append(list, s.parserProblem(clean, err))
	}
	s.AST = program

	a := newAnalysis(s, clean, o.Library, tokens)
	a.module = o.Module
	a.run(program)
	if len(a.problems) > 0 {
		return nil, append(list, a.problems...)
	}
	s.assemble(clean, a)
	compiled, err := compile(file, s.Code)
	if err != nil {
		return nil, append(list, s.compilerProblem(err))
	}
	s.Program = compiled
	return s, list
}

// parse never follows a source map comment: goja would open the file it names.
func parse(name, code string) (*ast.Program, error) {
	return parser.ParseFile(nil, name, code, parser.IgnoreRegExpErrors, parser.WithDisableSourceMaps)
}

func compile(name, code string) (*goja.Program, error) {
	program, err := parse(name, code)
	if err != nil {
		return nil, err
	}
	return goja.CompileAST(program, true)
}

// HasExports reports whether the script hands over what it exports.
func (s *Script) HasExports() bool { return s.exportsVar != "" }

// Place returns where a position in Code (1-based line and byte column, as goja's stack frames
// give it) comes from. The zero Place means that the text was not written by the user.
func (s *Script) Place(line, column int) circuit.Place {
	offset, ok := s.code.offset(line, column)
	if !ok {
		return circuit.Place{}
	}
	return s.placeOfClean(s.cleanOffset(offset))
}

// CallAt returns the circuit(…) or component(…) call that goja reports at this position in Code, nil
// when the position is no such call.
func (s *Script) CallAt(line, column int) *Call {
	offset, ok := s.code.offset(line, column)
	if !ok {
		return nil
	}
	return s.calls[offset]
}

// Function returns the wrapped eval or onTick function with this id, nil when there is none.
func (s *Script) Function(id int) *Function {
	if id < 1 || id > len(s.functions) {
		return nil
	}
	return s.functions[id-1]
}

// Functions returns all wrapped functions; the one with id i is at index i-1.
func (s *Script) Functions() []*Function { return s.functions }

// PlaceOf returns where a position of the AST comes from.
func (s *Script) PlaceOf(idx file.Idx) circuit.Place { return s.placeOfClean(int(idx) - 1) }
