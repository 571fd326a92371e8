package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/texts"
)

// stepsForm continues messages about inputs.
const stepsForm = `Write a list with an object of values for each step, such as [{"a": 1}, {"a": 0, "b": 255}].`

// jsonError is what is wrong with a JSON text, and where.
type jsonError struct {
	file         string
	line, column int
	message      string
}

func (e *jsonError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.file, e.line, e.column, e.message)
}

// readText reads a text from a file; "-" is standard input.
func readText(t terminal, path string) (string, error) {
	var content []byte
	var err error
	if path == "-" {
		path = "standard input"
		content, err = io.ReadAll(t.in)
	} else {
		content, err = os.ReadFile(path)
	}
	if err != nil {
		return "", err
	}
	text, err := texts.Decode(content)
	var wrong *texts.Error
	switch {
	case errors.As(err, &wrong) && wrong.Line > 0:
		return "", fmt.Errorf("%s:%w", path, err)
	case err != nil:
		return "", fmt.Errorf("%s %w", path, err)
	}
	return text, nil
}

// readSteps reads inputs: a JSON array with an object of values for each step. flag is the name of the flag that names
// the file, for messages.
func readSteps(t terminal, flag, path string) ([]map[string]circuit.Number, error) {
	if path == "" {
		return nil, nil
	}
	text, err := readText(t, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	if path == "-" {
		path = "standard input"
	}
	steps, err := parseSteps(path, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return steps, nil
}

// parseSteps reads the text of inputs. The error is a *jsonError.
func parseSteps(file, text string) ([]map[string]circuit.Number, error) {
	at := func(offset int, format string, args ...any) error {
		line, column := texts.Place(text, offset)
		return &jsonError{file, line, column, fmt.Sprintf(format, args...)}
	}
	start := len(text) - len(strings.TrimLeft(text, " \n\t"))
	if start == len(text) {
		return nil, at(0, "there is nothing in it. %s", stepsForm)
	}
	if text[start] != '[' {
		if what := kindOf(text[start]); what != "" {
			return nil, at(start, "this is %s. %s", what, stepsForm)
		}
	}
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text), &whole); errors.As(err, &syntax) {
		return nil, at(max(int(syntax.Offset)-1, 0), "this is not JSON: %v. %s", syntax, jsonAdvice(text, int(syntax.Offset), syntax.Error()))
	} else if err != nil {
		return nil, at(start, "this is not JSON: %v", err)
	}

	// The text is JSON: what follows meets no error of its form.
	decoder := json.NewDecoder(strings.NewReader(text))
	next := func() (offset int) { // of what comes, behind commas and colons
		offset = int(decoder.InputOffset())
		return offset + len(text[offset:]) - len(strings.TrimLeft(text[offset:], " \n\t,:"))
	}
	steps := []map[string]circuit.Number{}
	_, _ = decoder.Token() // [
	for decoder.More() {
		offset := next()
		if text[offset] != '{' {
			return nil, at(offset, "step %d is %s. %s", len(steps), kindOf(text[offset]), stepsForm)
		}
		step := map[string]circuit.Number{}
		_, _ = decoder.Token() // {
		for decoder.More() {
			offset := next()
			key, _ := decoder.Token()
			name, _ := key.(string)
			if _, twice := step[name]; twice {
				return nil, at(offset, "step %d gives %s two values. Leave one of them out.", len(steps), quoted(name))
			}
			offset = next()
			var raw json.RawMessage
			_ = decoder.Decode(&raw)
			var number circuit.Number
			if err := number.UnmarshalJSON(bytes.TrimSpace(raw)); err != nil {
				return nil, at(offset, "%s in step %d: %v", quoted(name), len(steps), err)
			}
			step[name] = number
		}
		_, _ = decoder.Token() // }
		steps = append(steps, step)
	}
	return steps, nil
}

// kindOf names a JSON value by its first character; "" when none begins so.
func kindOf(c byte) string {
	switch {
	case c == '{':
		return "one object"
	case c == '[':
		return "a list"
	case c == '"':
		return "a text"
	case c == 't' || c == 'f':
		return "true or false"
	case c == 'n':
		return "null"
	case c == '-' || c >= '0' && c <= '9':
		return "a number"
	}
	return ""
}

// jsonAdvice says what JSON has otherwise than TypeScript, where that may be the mistake.
func jsonAdvice(text string, offset int, problem string) string {
	before := strings.TrimRight(text[:max(offset-1, 0)], " \n\t")
	if offset > len(text) || offset == 0 || strings.HasPrefix(problem, "unexpected end") {
		return "Its end is missing."
	}
	switch c := text[offset-1]; {
	case (c == ']' || c == '}') && strings.HasSuffix(before, ","):
		return "No comma stands behind the last value."
	case c == '\'':
		return `Texts and names stand in double quotes: "a".`
	case c == '/':
		return "There are no comments in JSON."
	case c == '{' || c == '[':
		return "A comma stands between values, and [ ] around all steps."
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
		return `Names stand in double quotes, such as {"a": 1}; values are numbers, or texts such as "0xff".`
	}
	return stepsForm
}

// quoted is a name of a circuit in a message.
func quoted(name string) string { return strconv.Quote(circuit.Cut(name, 100)) }
