package yosys

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// directive matches the directives of the preprocessor that say which file is read, and whether.
var directive = regexp.MustCompile("(?m)`(include|ifdef|ifndef|endif)\\b[ \\t]*(?:\"([^\"\n]*)\"|<([^>\n]*)>)?")

// commentOrText matches comments, and texts, which may look as if they began one.
var commentOrText = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"`)

// moduleStart matches the beginning of a module, package or interface.
var moduleStart = regexp.MustCompile(`\b(?:macro)?(?:module|package|interface)\s+[\w\\]`)

// packageStart matches the beginnings of packages, packageUse the names of those that something is taken out of.
var (
	packageStart = regexp.MustCompile(`\bpackage\s+(?:automatic\s+)?(\w+)`)
	packageUse   = regexp.MustCompile(`\b(\w+)::`)
)

// Included sorts the files of a design, whose texts are given by their paths with forward slashes: files are those of the
// sources that no other file includes, so that nothing is read twice; folders are those in which included files are found.
// A file with modules whose inclusion depends on a macro is read by itself. Macros hold for all files that are read later,
// and packages come before their uses: so the files without modules come first, then those with packages.
func Included(texts map[string]string, sources []string) (files, folders []string) {
	paths := slices.Sorted(maps.Keys(texts))
	left := map[string]bool{}
	found := map[string]bool{}
	for _, from := range paths {
		for _, in := range includes(texts[from]) {
			for _, p := range paths {
				folder, ok := strings.CutSuffix(p, in.path)
				if !ok || p == from || folder != "" && !strings.HasSuffix(folder, "/") {
					continue
				}
				found[path.Clean(folder+".")] = true
				if !in.depends || !moduleStart.MatchString(withoutComments(texts[p])) {
					left[p] = true
				}
			}
		}
	}
	for _, p := range sources {
		if !left[p] {
			files = append(files, p)
		}
	}
	if len(files) == 0 { // they include each other
		files = sources
	}
	return inOrder(files, texts), slices.Sorted(maps.Keys(found))
}

// inOrder sorts files by what has to be read before what.
func inOrder(files []string, texts map[string]string) []string {
	var macros, modules []string
	var made []string              // files with packages
	home := map[string]string{}    // of a package
	needs := map[string][]string{} // names of packages, by files
	for _, f := range files {
		text := withoutComments(texts[f])
		names := packageStart.FindAllStringSubmatch(text, -1)
		switch {
		case len(names) > 0:
			made = append(made, f)
		case moduleStart.MatchString(text):
			modules = append(modules, f)
		default:
			macros = append(macros, f)
		}
		for _, n := range names {
			home[n[1]] = f
		}
		if len(names) > 0 {
			for _, u := range packageUse.FindAllStringSubmatch(text, -1) {
				needs[f] = append(needs[f], u[1])
			}
		}
	}
	sorted := macros
	seen := map[string]bool{}
	var visit func(f string)
	visit = func(f string) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, name := range needs[f] {
			if from, ok := home[name]; ok {
				visit(from)
			}
		}
		sorted = append(sorted, f)
	}
	for _, f := range made {
		visit(f)
	}
	return append(sorted, modules...)
}

// inclusion is a place at which a file is included.
type inclusion struct {
	path    string
	depends bool // on a macro other than the guard around the whole file
}

func includes(text string) []inclusion {
	if !strings.Contains(text, "`include") {
		return nil
	}
	var list []inclusion
	text = withoutComments(text)
	depth, guard := 0, 0
	if strings.HasPrefix(strings.TrimSpace(text), "`ifndef") && strings.HasSuffix(strings.TrimSpace(text), "`endif") {
		guard = 1
	}
	for _, d := range directive.FindAllStringSubmatch(text, -1) {
		switch d[1] {
		case "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
		default:
			p := path.Clean(d[2] + d[3])
			for rest, up := strings.CutPrefix(p, "../"); up; rest, up = strings.CutPrefix(p, "../") {
				p = rest // the folder that has it is looked for below all of the design
			}
			if p != "." && p != ".." {
				list = append(list, inclusion{strings.TrimPrefix(p, "/"), depth > guard})
			}
		}
	}
	return list
}

func withoutComments(text string) string {
	return commentOrText.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '"' {
			return s
		}
		return " "
	})
}
