package source

import (
	"fmt"

	"github.com/evanw/esbuild/pkg/api"

	"simten.dev/engine/circuit"
)

// PrepareLibrary prepares the standard library, which is plain JavaScript already: esbuild's IIFE
// form, without white space. Positions in it lead to no place in a user's text.
func PrepareLibrary(file, code string) (*Script, error) {
	program, err := parse(file, code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s := &Script{File: file, AST: program, text: newTextLines("", true)}
	a := analyse(s, code, program, nil, nil)
	if circuit.HasErrors(a.problems) {
		return nil, fmt.Errorf("%s: %w", file, &a.problems[0])
	}
	s.assemble(code, a)
	if s.Program, err = compile(file, s.Code); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// PreparePlain is PrepareLibrary for JavaScript as people write it.
func PreparePlain(file, text string) (*Script, error) {
	result := api.Transform(text, api.TransformOptions{
		Loader: api.LoaderJS, Format: api.FormatIIFE, Target: api.ESNext, Supported: lowered,
		MinifyWhitespace: true, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone, LogLevel: api.LogLevelSilent, TsconfigRaw: "{}",
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("%s: %s", file, result.Errors[0].Text)
	}
	return PrepareLibrary(file, string(result.Code))
}
