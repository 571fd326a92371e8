package documents

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	table "simten.dev/engine/commands"
)

// commands is what can be run in a checkout.
type commands struct {
	*tree
	targets []string            // of the Makefile
	simten  map[string][]string // flags of each subcommand
	scripts map[string][]string // of npm, by the folder of their package
}

// command is the folder of the simten command.
const command = "cmd/simten"

var (
	target     = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	subcommand = regexp.MustCompile(`usage:\s+"(([a-z]+)[^"]*)"`)
	recording  = regexp.MustCompile(`recordingUsage = "([^"]*)"`) // behind the usage of each question
	answered   = regexp.MustCompile(`case "([a-z]+)", "-`)        // help and version, which are no subcommands
	longFlag   = regexp.MustCompile(`--([a-z][a-z-]*)`)
	declared   = regexp.MustCompile(`\b[fF]lags?\.\w+\((?:&[\w.]+, )?"([\w.-]+)"`)
)

// newCommands reads the Makefile, the usage of the simten command and the scripts of npm.
func newCommands(t *tree) (*commands, error) {
	c := &commands{tree: t, simten: map[string][]string{}, scripts: map[string][]string{}}
	makefile, err := os.ReadFile(filepath.Join(t.root, "Makefile"))
	if err != nil {
		return nil, err
	}
	for _, m := range target.FindAllSubmatch(makefile, -1) {
		c.targets = append(c.targets, string(m[1]))
	}
	for name := range t.files {
		switch {
		case path.Dir(name) == command && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			text, err := os.ReadFile(filepath.Join(t.root, filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			for _, m := range answered.FindAllSubmatch(text, -1) {
				c.simten[string(m[1])] = nil
			}
			for _, m := range subcommand.FindAllSubmatch(text, -1) {
				c.simten[string(m[2])] = flagsOf(string(m[1]))
			}
			if m := recording.FindSubmatch(text); m != nil {
				for i := range table.Table {
					if q := &table.Table[i]; q.Question {
						c.simten[q.Name] = flagsOf(q.Usage() + string(m[1]))
					}
				}
			}
		case path.Base(name) == "package.json" && strings.Count(name, "/") <= 1:
			text, err := os.ReadFile(filepath.Join(t.root, filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			var p struct{ Scripts map[string]string }
			if err := json.Unmarshal(text, &p); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for script := range p.Scripts {
				c.scripts[path.Dir(name)] = append(c.scripts[path.Dir(name)], script)
			}
		}
	}
	return c, nil
}

// check lists the commands of a page that cannot be run.
func (c *commands) check(p page) []string {
	var problems []string
	for _, s := range slices.Concat(p.spans, p.lines) {
		for _, words := range split(s.text) {
			if wrong := c.wrong(words); wrong != "" {
				problems = append(problems, fmt.Sprintf("%s:%d: %s: %s", p.name, s.line, strings.Join(words, " "), wrong))
			}
		}
	}
	return problems
}

// flagsOf are the flags that a usage names.
func flagsOf(usage string) []string {
	flags := []string{"help"}
	for _, f := range longFlag.FindAllStringSubmatch(usage, -1) {
		flags = append(flags, f[1])
	}
	return flags
}

// split gives the words of each command of a line: without comments, environment and what stands in front of them.
func split(line string) [][]string {
	var all [][]string
	var words []string
	var word strings.Builder
	quote, some := rune(0), false
	endWord := func() {
		if some {
			words = append(words, word.String())
		}
		word.Reset()
		some = false
	}
	endCommand := func() {
		endWord()
		for len(words) > 0 && (words[0] == "$" || assignment.MatchString(words[0])) {
			words = words[1:]
		}
		if len(words) > 0 {
			all = append(all, words)
		}
		words = nil
	}
	for _, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, some = r, true
		case r == '#' && !some:
			endCommand()
			return all
		case r == ' ' || r == '\t':
			endWord()
		case r == '&' || r == ';' || r == '|':
			endCommand()
		default:
			word.WriteRune(r)
			some = true
		}
	}
	endCommand()
	return all
}

var assignment = regexp.MustCompile(`^[A-Z_]+=`)

// wrong says why a command cannot be run. Programs of others, and what is no command, are not looked at.
func (c *commands) wrong(words []string) string {
	if len(words) < 2 {
		return ""
	}
	switch words[0] {
	case "make":
		if !variable.MatchString(words[1]) && lower.MatchString(words[1]) && !slices.Contains(c.targets, words[1]) {
			return "the Makefile has no such target"
		}
	case "go":
		return c.wrongGo(words[1], words[2:])
	case "simten", "build/simten":
		return c.wrongSimten(words[1:])
	case "npm":
		return c.wrongScript(words[1:])
	case "npx", "node_modules/.bin/vitest":
		for _, w := range words[1:] {
			if top, _, ok := strings.Cut(w, "/"); ok && c.files[top] && !c.exists(w) {
				return "there is no " + w
			}
		}
	}
	return ""
}

var (
	variable = regexp.MustCompile(`^[A-Z]+=`)
	lower    = regexp.MustCompile(`^[a-z]+$`)
)

// wrongSimten looks at the subcommand and its flags.
func (c *commands) wrongSimten(args []string) string {
	if !lower.MatchString(args[0]) {
		return ""
	}
	flags, ok := c.simten[args[0]]
	if !ok {
		return "simten has no such command"
	}
	for _, f := range longFlag.FindAllStringSubmatch(strings.Join(args, " "), -1) {
		if !slices.Contains(flags, f[1]) {
			return fmt.Sprintf("simten %s has no flag --%s", args[0], f[1])
		}
	}
	return ""
}

// wrongScript looks at npm run SCRIPT -w PACKAGE.
func (c *commands) wrongScript(args []string) string {
	if args[0] != "run" || len(args) < 2 {
		return ""
	}
	folder := "."
	if i := slices.Index(args, "-w"); i >= 0 && i+1 < len(args) {
		folder = args[i+1]
	}
	if !slices.Contains(c.scripts[folder], args[1]) {
		return "the package has no such script"
	}
	for _, w := range args[2:] {
		if strings.HasSuffix(w, ".spec.ts") && !slices.ContainsFunc(c.under(folder), func(f string) bool { return f == folder+"/"+w || path.Base(f) == w }) {
			return "there is no " + w
		}
	}
	return ""
}

// under lists the files below a folder.
func (c *commands) under(folder string) []string {
	var list []string
	for f := range c.files {
		if strings.HasPrefix(f, folder+"/") {
			list = append(list, f)
		}
	}
	return list
}

// ofGo are flags of the go command and of test programs, for which no package need have one of its own.
var ofGo = []string{
	"bench", "benchmem", "benchtime", "c", "count", "cpuprofile", "exec", "fuzz", "fuzztime", "memprofile", "modfile", "o",
	"overlay", "race", "rapid.checks", "run", "short", "tags", "timeout", "v",
}

// wrongGo looks at go run, test, build, generate and vet: whether the packages exist, whether their programs have the
// flags, and whether they have the tests.
func (c *commands) wrongGo(verb string, args []string) string {
	if !slices.Contains([]string{"run", "test", "build", "generate", "vet"}, verb) {
		return ""
	}
	var folders []string
	for i, w := range args {
		switch {
		case w == "./...":
			folders = append(folders, "")
		case strings.HasPrefix(w, "./") && (i == 0 || args[i-1] != "-o"):
			folder := strings.TrimSuffix(path.Clean(w), "/...")
			if !c.files[folder] {
				return "there is no package " + w
			}
			folders = append(folders, folder)
		}
		if verb == "run" && len(folders) == 1 && strings.HasPrefix(w, "-") {
			if name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "="); !slices.Contains(c.flagsOf(folders[0], false), name) {
				return fmt.Sprintf("%s has no flag -%s", folders[0], name)
			}
		}
		if verb == "test" && strings.HasPrefix(w, "-") && len(folders) > 0 {
			name, value, joined := strings.Cut(strings.TrimLeft(w, "-"), "=")
			if !joined && i+1 < len(args) {
				value = args[i+1]
			}
			if slices.Contains(ofGo, name) {
				if wrong := c.wrongTest(name, value, folders); wrong != "" {
					return wrong
				}
			} else if !slices.ContainsFunc(folders, func(f string) bool { return slices.Contains(c.flagsOf(f, true), name) }) {
				return "there is no flag -" + name
			}
		}
	}
	return ""
}

// wrongTest looks for what -run, -bench and -fuzz choose in the packages.
func (c *commands) wrongTest(flag, value string, folders []string) string {
	kinds := map[string]string{"run": "(?:Test|Fuzz|Example)", "bench": "Benchmark", "fuzz": "Fuzz"}[flag]
	value, _, _ = strings.Cut(value, "/")
	if kinds == "" || value == "." || value == "x" || value == "^$" {
		return ""
	}
	chosen, err := regexp.Compile(value)
	if err != nil {
		return err.Error()
	}
	names := regexp.MustCompile(`(?m)^func (` + kinds + `\w*)\(`)
	for _, folder := range folders {
		for file := range c.files {
			if strings.HasSuffix(file, "_test.go") && (folder == "" || strings.HasPrefix(file, folder+"/")) {
				text, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(file)))
				if err != nil {
					continue
				}
				for _, m := range names.FindAllSubmatch(text, -1) {
					if chosen.Match(m[1]) {
						return ""
					}
				}
			}
		}
	}
	return fmt.Sprintf("no test there matches -%s %s", flag, value)
}

// flagsOf are the flags that a package's program or its tests declare.
func (c *commands) flagsOf(folder string, tests bool) []string {
	var flags []string
	for file := range c.files {
		if path.Dir(file) != folder || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") != tests {
			continue
		}
		text, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(file)))
		if err != nil {
			continue
		}
		for _, m := range declared.FindAllSubmatch(text, -1) {
			flags = append(flags, string(m[1]))
		}
	}
	return flags
}
