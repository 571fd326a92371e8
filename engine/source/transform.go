package source

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/circuit"
)

// lowered lists the syntax that goja lacks and esbuild rewrites.
var lowered = map[string]bool{
	"async-generator":   false,
	"decorators":        false,
	"dynamic-import":    false, // becomes a require call, which the import check refuses
	"for-await":         false,
	"import-attributes": false,
	"using":             false,
}

// Lowered lists the syntax that esbuild must rewrite for the interpreter, for esbuild's option Supported. It must not
// be changed.
func Lowered() map[string]bool { return lowered }

// transform removes the types and lowers imports and exports. It uses esbuild's Transform, not its
// bundler: a bundle turns top-level const, let and class into var, and with that a use before the
// definition would read undefined instead of failing where it stands. No Target means the newest
// language, without the look into esbuild's tables of browsers that api.ESNext takes.
func (s *Script) transform(input string, tokens []scanned) (string, []circuit.Diagnostic) {
	if strings.HasPrefix(input, "#!") { // esbuild would keep it, and goja does not know it
		input = "//" + input[2:]
	}
	options := api.TransformOptions{
		Sourcefile:       s.File,
		Loader:           api.LoaderTS,
		Format:           api.FormatIIFE,
		GlobalName:       s.exportsVar,
		Supported:        lowered,
		Sourcemap:        api.SourceMapExternal,
		SourcesContent:   api.SourcesContentExclude, // the script keeps the text itself
		MinifyWhitespace: true,                      // no comments between tokens, so that positions are exact
		TreeShaking:      api.TreeShakingFalse,
		Charset:          api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		LogLevel:         api.LogLevelSilent,
		// Placing this warning takes time with the length of the line, for every case.
		LogOverride: map[string]api.LogLevel{"duplicate-case": api.LogLevelSilent},
		TsconfigRaw: "{}",
	}
	result := api.Transform(input, options)
	if shiftsByOut(result.Errors) {
		options.Loader = api.LoaderJS
		if plain := api.Transform(input, options); len(plain.Errors) == 0 {
			result = plain
		}
	}
	list := s.messages(result, tokens)
	if circuit.HasErrors(list) {
		return "", list
	}
	var m struct{ Mappings string }
	if err := json.Unmarshal(result.Map, &m); err != nil {
		return "", append(list, problem(circuit.CodeSourceInternal,
			"the compiler returned no source map ("+err.Error()+"); please report it together with the circuit"))
	}
	clean := string(result.Code)
	s.segments = decodeMappings(m.Mappings, clean)
	return clean, list
}

// shiftsByOut reports that esbuild stopped at x << out, in which it takes out for the word of a type parameter. A text
// without types can be read as plain JavaScript.
func shiftsByOut(errors []api.Message) bool {
	return slices.ContainsFunc(errors, func(m api.Message) bool { return strings.HasPrefix(m.Text, outMisread) })
}

const outMisread = `The modifier "out" is not valid here`

// warningCodes are esbuild's warnings that stop the file here, since the script would not work.
var warningCodes = map[string]struct {
	code    circuit.Code
	message string
}{
	"empty-import-meta":          {circuit.CodeUnsupportedSyntax, "There is no import.meta in circuit source; remove it"},
	"unsupported-dynamic-import": {circuit.CodeDynamicImport, dynamicImportMessage},
}

// withoutAwaits gives the text with the word await taken off where it may not stand. ok is false when something else is
// wrong too.
func (s *Script) withoutAwaits(list []circuit.Diagnostic) (input string, ok bool) {
	text := []byte(s.Text)
	for _, d := range list {
		if d.Severity == circuit.Error && d.Code != circuit.CodeTopLevelAwait {
			return "", false
		}
	}
	for _, start := range s.awaits {
		const await = "await"
		if !strings.HasPrefix(s.Text[start:], await) {
			return "", false
		}
		copy(text[start:], strings.Repeat(" ", len(await)))
	}
	return string(text), len(s.awaits) > 0
}

// Later errors are mostly consequences of the first ones.
const (
	maxErrors   = 10
	maxWarnings = 50
)

func first(list []api.Message, n int) []api.Message { return list[:min(n, len(list))] }

// warningAdvice is what to do about warnings of esbuild.
var warningAdvice = map[string]string{
	"assign-to-constant":   "Declare it with let, or use another name.",
	"duplicate-object-key": "Only the last one counts: rename or remove one.",
}

// quietWarnings are esbuild's warnings about things that are none here.
var quietWarnings = map[string]bool{
	"commonjs-variable-in-esm": true,
	"indirect-require":         true,
	"unsupported-require-call": true,
}

func (s *Script) messages(result api.TransformResult, tokens []scanned) []circuit.Diagnostic {
	var list []circuit.Diagnostic
	for _, m := range first(result.Errors, maxErrors) {
		if told := s.explained(m, tokens); told != nil {
			list = append(list, told...)
			continue
		}
		d := problem(circuit.CodeSyntax, m.Text)
		switch {
		case strings.HasPrefix(m.Text, "Top-level await"):
			d.Code = circuit.CodeTopLevelAwait
			d.Message = "An await does not work outside an async function: circuits are built synchronously; remove it"
		case strings.HasSuffix(m.Text, "end of file"):
			if open := unclosed(s.Text, tokens); open >= 0 {
				t := tokens[open]
				p := s.text.editorPlace(t.start)
				d.Message = strings.TrimSuffix(d.Message, ".") + ": the " + quoted(s.Text[t.start:t.end]) + " in line " + itoa(p.Line) + " is never closed"
			}
		case strings.Contains(m.Text, "is not supported in the configured target") ||
			strings.Contains(m.Text, "is not available in the configured target"):
			d.Code = circuit.CodeUnsupportedSyntax
		}
		if l := m.Location; l != nil && d.Code == circuit.CodeTopLevelAwait {
			if start, ok := s.text.offset(l.Line, l.Column+1); ok {
				s.awaits = append(s.awaits, start)
			}
		}
		d.Suggestion = repair(m)
		d.Message = sentence(strings.TrimSuffix(d.Message, "."))
		list = append(list, s.located(d, m.Location))
	}
	for _, m := range first(result.Warnings, maxWarnings) {
		if w, ok := warningCodes[m.ID]; ok {
			list = append(list, s.located(problem(w.code, w.message), m.Location))
			continue
		}
		if quietWarnings[m.ID] {
			continue
		}
		d := problem(circuit.CodeDoubtfulSource, m.Text)
		d.Severity, d.Suggestion = circuit.Warning, warningAdvice[m.ID]
		list = append(list, s.located(d, m.Location))
	}
	return list
}

// closerMissed is how esbuild says that a list or an object goes on where it thinks it should end.
var closerMissed = Expression(`^Expected "[\])}]" but found "([\p{L}\p{N}_$'"\x60{(\[].*)"$`)

// repair says what to write instead, as a sentence; "" when it is not known.
func repair(m api.Message) string {
	if found := closerMissed().FindStringSubmatch(m.Text); found != nil {
		return "Is a comma missing before " + found[1] + "?"
	}
	locations := []*api.Location{m.Location}
	for _, n := range m.Notes {
		locations = append([]*api.Location{n.Location}, locations...)
	}
	for _, l := range locations {
		if l != nil && l.Suggestion != "" {
			return "Write " + l.Suggestion + " here."
		}
	}
	return ""
}

// located converts esbuild's location (1-based line, 0-based byte column).
func (s *Script) located(d circuit.Diagnostic, l *api.Location) circuit.Diagnostic {
	if l == nil {
		return d
	}
	start, ok := s.text.offset(l.Line, l.Column+1)
	if !ok {
		return d
	}
	return s.spanned(d, start, start+l.Length)
}
