//go:build js && wasm

// Command importer is the Go half of the import of Verilog in the page: the scripts for Yosys, and its netlist as the
// text of a circuit. It is a module of its own, loaded with Yosys, so that the engine stays as small as it is.
//
// The worker that loads it (sandbox-site/src/tools/worker.ts) provides globalThis.simtenImporter, whose started method
// gets one function: it takes the name of a job, its arguments as JSON and a file of Yosys, and gives JSON.
package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"simten.dev/engine/dom"
	"simten.dev/engine/yosys"
)

func main() {
	dom.GlobalObject("simtenImporter").Call("started", dom.NewFunc(func(args dom.Arguments) any {
		return answer(args.Text(0), args.Text(1), args.Bytes(2))
	}))
	select {}
}

// arguments are those of all jobs.
type arguments struct {
	Files      []string          `json:"files"`
	Texts      map[string]string `json:"texts"`
	Defines    []string          `json:"defines"`
	Top        string            `json:"top"`
	Parameters map[string]string `json:"parameters"`
	Out        string            `json:"out"`
	Log        string            `json:"log"`
	Device     string            `json:"device"`
	Pins       string            `json:"pins"`
	Steps      bool              `json:"steps"`
}

// problem is a message of Yosys or of the import.
type problem struct {
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// top is a module that the design may begin with.
type top struct {
	Name       string            `json:"name"`
	Parameters []yosys.Parameter `json:"parameters"`
}

// result is what any of the jobs gives.
type result struct {
	Script   string    `json:"script,omitempty"`
	Tops     []top     `json:"tops,omitempty"`
	Problems []problem `json:"problems,omitempty"`
	Program  string    `json:"program,omitempty"`
	Top      string    `json:"top,omitempty"`
	Modules  int       `json:"modules,omitempty"`
	Clock    string    `json:"clock,omitempty"`

	Arguments []string      `json:"arguments,omitempty"`
	Used      []utilisation `json:"used,omitempty"`
	Clocks    []speed       `json:"clocks,omitempty"`
	Reason    string        `json:"reason,omitempty"`
}

// utilisation and speed are the parts of a report of nextpnr.
type (
	utilisation struct {
		Kind      string `json:"kind"`
		Used      int    `json:"used"`
		Available int    `json:"available"`
	}
	speed struct {
		Name      string  `json:"name"`
		Megahertz float64 `json:"megahertz"`
	}
)

func answer(job, text string, file []byte) (out string) {
	defer func() {
		if x := recover(); x != nil {
			out = encode(result{Problems: []problem{{Severity: "error", Message: fmt.Sprintf("The import failed inside: %v", x)}}})
		}
	}()
	var a arguments
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return encode(failed(err))
	}
	switch job {
	case "list":
		return encode(script(yosys.Listing(a.source(), a.Out)))
	case "script":
		return encode(script(yosys.Script(a.source(), a.Out)))
	case "messages":
		return encode(messages(a.Log))
	case "synthesis", "place":
		return encode(forChip(job, a))
	case "report":
		return encode(report(file))
	case "reason":
		return encode(result{Reason: yosys.PlaceProblem(a.Log)})
	}
	n, err := yosys.Decode(file)
	if err != nil {
		return encode(failed(err))
	}
	if job == "tops" {
		return encode(tops(n))
	}
	return encode(circuit(n, a))
}

func (a arguments) source() yosys.Source {
	files, folders := yosys.Included(a.Texts, a.Files)
	return yosys.Source{Files: files, Top: a.Top, Parameters: a.Parameters, Include: folders, Defines: a.Defines}
}

func script(text string, err error) result {
	if err != nil {
		return failed(err)
	}
	return result{Script: text}
}

// forChip is the script for Yosys, or the arguments for nextpnr.
func forChip(job string, a arguments) result {
	chip, ok := yosys.ChipNamed(a.Device)
	if !ok {
		return failed(fmt.Errorf("there is no chip %q", a.Device))
	}
	if job == "synthesis" {
		return script(chip.Synthesis(a.Files, a.Top, a.Out))
	}
	return result{Arguments: chip.Place(a.Files[0], a.Pins, a.Files[1], a.Out)}
}

func report(file []byte) result {
	uses, clocks, err := yosys.PlaceReport(file)
	if err != nil {
		return failed(err)
	}
	var r result
	for _, u := range uses {
		r.Used = append(r.Used, utilisation(u))
	}
	for _, c := range clocks {
		r.Clocks = append(r.Clocks, speed(c))
	}
	return r
}

func messages(log string) result {
	var r result
	for _, m := range yosys.Messages(log) {
		r.Problems = append(r.Problems, at(m.Place, m.Severity, m.Text))
	}
	return r
}

func tops(n *yosys.Netlist) result {
	var r result
	for _, t := range yosys.Tops(n) {
		r.Tops = append(r.Tops, top{t.Name, t.Parameters})
	}
	return r
}

func circuit(n *yosys.Netlist, a arguments) result {
	made, err := yosys.Import(n, yosys.Options{Top: a.Top, Steps: a.Steps})
	if err != nil {
		return failed(err)
	}
	r := result{Program: made.Program, Top: made.Top, Modules: made.Modules, Clock: made.Clock}
	for _, w := range made.Warnings {
		r.Problems = append(r.Problems, at(w.Place, "warning", inModule(w.Module, w.Text)))
	}
	return r
}

// failed tells an error, or each of several that are joined, with its place.
func failed(err error) result {
	var r result
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		if located, ok := e.(*yosys.Error); ok {
			r.Problems = append(r.Problems, at(located.Place, "error", inModule(located.Module, located.Reason)))
		} else {
			r.Problems = append(r.Problems, problem{Severity: "error", Message: e.Error()})
		}
	}
	return r
}

func inModule(module, text string) string {
	if module == "" {
		return text
	}
	return "module " + module + ": " + text
}

func at(p yosys.Place, severity, text string) problem {
	return problem{severity, strings.TrimSpace(text), p.File, p.Line, p.Column}
}

func encode(r result) string {
	text, err := json.Marshal(r)
	if err != nil {
		return `{"problems":[{"severity":"error","message":"The answer cannot be written."}]}`
	}
	return string(text)
}
