package realm

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// optionsObject is what the config function of a library factory receives: it remembers which options
// are read, which is how an option that nothing reads is found.
type optionsObject struct {
	realm      *Realm
	arguments  circuit.Arguments
	factory    *factory
	read       map[string]bool // the options looked at
	everything bool            // the list of options was looked at
}

func (o *optionsObject) note(key string) {
	if o.factory.options == nil {
		o.factory.options = map[string]bool{}
	}
	o.factory.options[key] = true
	o.look(key)
}

func (o *optionsObject) look(key string) {
	if o.read == nil {
		o.read = map[string]bool{}
	}
	o.read[key] = true
}

func (o *optionsObject) Get(key string) goja.Value {
	o.note(key)
	if v, ok := o.arguments.Values[key]; ok {
		return o.realm.fromArgument(v)
	}
	return nil
}

func (o *optionsObject) Has(key string) bool {
	o.look(key)
	_, ok := o.arguments.Values[key]
	return ok
}

// Keys shows all options, so that what is made of them depends on all, and on there being no others.
func (o *optionsObject) Keys() []string {
	o.everything = true
	return o.arguments.Keys
}

func (o *optionsObject) Set(string, goja.Value) bool { return false }
func (o *optionsObject) Delete(string) bool          { return false }

// ignoredOptions are options of public Simten that have no effect on purpose.
var ignoredOptions = []string{"baseAddress", "carry_in", "width", "height"}

// checkOptions warns about options that a library component does not read, in its config, in its
// lambdas, or as the start value of a state field. It reports whether there was nothing to warn about.
func (r *Realm) checkOptions(v *instanceValue) (quiet bool) {
	d := v.definition
	if !d.Library || r.script == nil {
		return true
	}
	quiet = true
	if v.given != "" {
		quiet = false
		d := circuit.Diagnostic{
			Stage: circuit.StageRealm, Code: circuit.CodeUnknownOption, Severity: circuit.Warning,
			Message: sprintf("%s takes its options in an object, not %s: it is ignored.", d.Circuit.Name, v.given),
		}
		if v.factory != nil && len(v.factory.options) > 0 {
			d.Suggestion = sprintf("Write %s({ %s: … }).", v.label(), slices.Sorted(maps.Keys(v.factory.options))[0])
			if v.factory.options["width"] {
				d.Suggestion = sprintf("Write %s({ width: … }).", v.label())
			}
		}
		r.report(d.At(r.here()))
	}
	for i := range d.Circuit.State {
		s := &d.Circuit.State[i]
		given, ok := v.arguments.Values[s.Name]
		if !ok {
			continue
		}
		warn := func(code circuit.Code, message, advice string) {
			quiet = false
			r.report(circuit.Diagnostic{Stage: circuit.StageRealm, Code: code, Severity: circuit.Warning, Message: message, Suggestion: advice}.At(r.here()))
		}
		switch x := given.(type) {
		case string, bool:
			if _, text := x.(string); text || s.StateType.Kind == circuit.Memory {
				warn(circuit.CodeUnknownOption, sprintf("%s takes numbers as '%s', not a %s: it is ignored.", d.Circuit.Name, s.Name, kindOf(r.vm.ToValue(x))), "")
			}
		case int64, float64:
			width := stateWidth(s.StateType)
			if s.StateType.Kind == circuit.Memory {
				warn(circuit.CodeUnknownOption, sprintf("%s takes a list of numbers as '%s', not one number: it is ignored.", d.Circuit.Name, s.Name), "")
			} else if _, _, fits := r.toCell(r.vm.ToValue(x), width); !fits {
				warn(circuit.CodeDoesNotFit, sprintf("The start value %v of %s does not fit its %s: the upper bits are cut off.", x, d.Circuit.Name, circuit.Bits(width)), "Choose a smaller value, or a larger width.")
			}
		}
	}
	if quiet && !slices.ContainsFunc(v.arguments.Keys, func(name string) bool {
		return (v.factory == nil || !v.factory.options[name]) && !slices.ContainsFunc(d.Circuit.State, func(s circuit.StateBlock) bool { return s.Name == name })
	}) {
		return true
	}
	var known []string
	if v.factory != nil {
		for name := range v.factory.options {
			known = append(known, name)
		}
	}
	for _, l := range []*Lambda{d.Eval, d.OnTick} {
		if l == nil {
			continue
		}
		if l.all {
			return true
		}
		for _, name := range l.reads {
			if !hasPort(d.Circuit.Inputs, name) {
				known = append(known, name)
			}
		}
	}
	for i := range d.Circuit.State {
		known = append(known, d.Circuit.State[i].Name)
	}
	if d.Circuit.Metadata.InteractiveArg != "" {
		known = append(known, d.Circuit.Metadata.InteractiveArg)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, name := range v.arguments.Keys {
		if slices.Contains(known, name) || slices.Contains(ignoredOptions, name) {
			continue
		}
		quiet = false
		has := "It has none."
		if len(known) > 0 {
			has = "It has " + strings.Join(known, ", ") + "."
		}
		report := circuit.Diagnostic{
			Stage: circuit.StageRealm, Code: circuit.CodeUnknownOption, Severity: circuit.Warning,
			Message: sprintf("%s has no option '%s'. %s", d.Circuit.Name, name, has),
		}
		report.Guess(circuit.UseOption, name, known)
		r.report(report.At(r.here()))
	}
	return quiet
}

func hasPort(ports []circuit.Port, name string) bool {
	return slices.ContainsFunc(ports, func(p circuit.Port) bool { return p.Name == name })
}
