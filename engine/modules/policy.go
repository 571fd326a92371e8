package modules

import (
	"fmt"
	"net/url"
	"path"
	"strings"
)

// Refusal says why a specifier, an address or an answer is not accepted, and what to do.
type Refusal struct {
	Reason string // a clause that follows the name of what is refused: "is an address, not a package"
	Advice string // the next step, a sentence
}

// Error gives reason and advice.
func (r *Refusal) Error() string { return r.Reason + ". " + r.Advice }

// Specifier is what an import of a circuit may name: a package of npm.
type Specifier struct {
	Package string // "figlet", "@noble/hashes"
	Range   string // the version or range asked for, "" for any: "4", "^4.1", "4.10.2", "next"
	Path    string // of a module inside the package, "" for the package itself: "sha2.js"
}

// Key is the package with the range asked for: what a lock pins.
func (s Specifier) Key() string {
	if s.Range == "" {
		return s.Package
	}
	return s.Package + "@" + s.Range
}

// Exact reports whether the range is one version, "1.2.3" with or without a tag.
func (s Specifier) Exact() bool { return isVersion(s.Range) }

const (
	maxSpecifier = 214 + 128 // npm's limit on names, and room for version and path
	maxPath      = 1024      // of a path on the module host
)

const packageAdvice = "Import a package of npm by its name, such as 'lodash-es' or '@scope/name@1.2.3/file.js'."

// nodeModules are modules that exist inside Node only. Names that npm also has as packages for browsers (buffer,
// events, …) are not among them.
var nodeModules = map[string]bool{
	"async_hooks": true, "child_process": true, "cluster": true, "crypto": true, "dgram": true, "diagnostics_channel": true,
	"dns": true, "domain": true, "fs": true, "http": true, "http2": true, "https": true, "inspector": true, "module": true, "net": true,
	"os": true, "perf_hooks": true, "readline": true, "repl": true, "stream": true, "sys": true, "timers": true, "tls": true,
	"trace_events": true, "tty": true, "v8": true, "vm": true, "wasi": true, "worker_threads": true, "zlib": true,
}

// ParseSpecifier reads the specifier of an import in circuit source. It is the import policy of circuits: whatever is
// not the name of a package, with at most a version and a path, is refused.
func ParseSpecifier(text string) (Specifier, *Refusal) {
	if len(text) == 0 || len(text) > maxSpecifier {
		return Specifier{}, &Refusal{fmt.Sprintf("has %d characters; the name of a package has 1 to %d", len(text), maxSpecifier), packageAdvice}
	}
	if scheme, _, ok := strings.Cut(text, ":"); ok {
		switch strings.ToLower(scheme) {
		case "node":
			return Specifier{}, &Refusal{"is a module of Node, which does not exist in circuits", "Do without it: a circuit has no files, network or processes."}
		case "http", "https":
			return Specifier{}, &Refusal{"is an address, and circuits import from the configured module host only", packageAdvice}
		}
		return Specifier{}, &Refusal{"is an address, not the name of a package", packageAdvice}
	}
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "/") || strings.HasPrefix(text, "\\") {
		return Specifier{}, &Refusal{"is the name of a file; a circuit is one file", "Paste what you need from the other file into this one."}
	}
	if strings.HasPrefix(text, "#") {
		return Specifier{}, &Refusal{"is a name inside a package", packageAdvice}
	}
	parts := strings.Split(text, "/")
	names := 1
	if text[0] == '@' {
		names = 2
	}
	if len(parts) < names {
		return Specifier{}, &Refusal{"lacks the name after the scope", packageAdvice}
	}
	var s Specifier
	last := parts[names-1]
	if name, version, ok := strings.Cut(last, "@"); ok {
		if version == "" || !made(version, ".-+^~_") {
			return Specifier{}, &Refusal{"names a version that is none", "Write a version such as 1.2.3, ^1.2 or next after the @."}
		}
		last, s.Range = name, version
	}
	if names == 2 {
		if !isName(parts[0][1:]) {
			return Specifier{}, &Refusal{"has a scope that npm does not allow", packageAdvice}
		}
		s.Package = parts[0] + "/"
	}
	if !isName(last) {
		return Specifier{}, &Refusal{"is not a name that npm allows", packageAdvice}
	}
	s.Package += last
	if nodeModules[s.Package] && s.Range == "" {
		return Specifier{}, &Refusal{"is a module of Node, which does not exist in circuits", "Do without it: a circuit has no files, network or processes."}
	}
	for _, p := range parts[names:] {
		if p == "" || p == "." || p == ".." || !made(p, ".-_~@+$!") {
			return Specifier{}, &Refusal{"has a path that leads nowhere inside the package", packageAdvice}
		}
	}
	s.Path = strings.Join(parts[names:], "/")
	return s, nil
}

// isName checks one part of a package's name.
func isName(text string) bool {
	return text != "" && text[0] != '.' && text[0] != '_' && made(text, ".-_~")
}

// made reports whether a text consists of ASCII letters, digits and the other characters given.
func made(text, others string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte(others, c) >= 0 {
			continue
		}
		return false
	}
	return true
}

// isVersion recognises an exact version.
func isVersion(text string) bool {
	core, tag := text, ""
	if i := strings.IndexAny(text, "-+"); i >= 0 {
		core, tag = text[:i], text[i+1:]
		if tag == "" || !made(tag, ".-+") {
			return false
		}
	}
	numbers := strings.Split(core, ".")
	if len(numbers) != 3 {
		return false
	}
	for _, n := range numbers {
		if n == "" || len(n) > 9 || strings.Trim(n, "0123456789") != "" {
			return false
		}
	}
	return true
}

// target is what module hosts are asked to compile for: the newest language that the interpreter knows whole.
const target = "?target=es2022"

// hostPath is where the module host has a package.
func (s Specifier) hostPath(version string) string {
	p := "/" + s.Package
	if version != "" {
		p += "@" + version
	}
	if s.Path != "" {
		p += "/" + s.Path
	}
	return p + target
}

// Locate gives the path on the module host that a specifier inside a module means. from is the module's own path, host
// the base address of the host. Whatever is not on the host is refused.
func Locate(host, from, specifier string) (string, *Refusal) {
	const advice = "The package cannot be used in a circuit."
	switch {
	case host != "" && strings.HasPrefix(specifier, host+"/"):
		return ParsePath(specifier[len(host):])
	case strings.HasPrefix(specifier, "//"):
		return "", &Refusal{"is on another host", advice}
	case strings.HasPrefix(specifier, "/"):
		return ParsePath(specifier)
	case strings.HasPrefix(specifier, "./"), strings.HasPrefix(specifier, "../"):
		base, _, _ := strings.Cut(from, "?")
		climbed := strings.Split(path.Dir(base), "/")[1:]
		for _, part := range strings.Split(strings.SplitN(specifier, "?", 2)[0], "/") {
			switch part {
			case ".", "":
			case "..":
				if len(climbed) == 0 || climbed[0] == "" {
					return "", &Refusal{"leads out of the module host", advice}
				}
				climbed = climbed[:len(climbed)-1]
			default:
				climbed = append(climbed, part)
			}
		}
		query := ""
		if i := strings.IndexByte(specifier, '?'); i >= 0 {
			query = specifier[i:]
		}
		return ParsePath("/" + strings.TrimPrefix(strings.Join(climbed, "/"), "/") + query)
	case strings.HasPrefix(strings.ToLower(specifier), "node:") || nodeModules[specifier]:
		return "", &Refusal{"is a module of Node, which does not exist in circuits", advice}
	case strings.Contains(specifier, ":"):
		return "", &Refusal{"is not on the module host", advice}
	}
	return "", &Refusal{"was left open by the module host", advice}
}

// ParsePath checks a path on the module host, with its query, and gives it back as it is. A path that passes has no
// empty, "." or ".." part, however written, no fragment, and only printable ASCII.
func ParsePath(text string) (string, *Refusal) {
	bad := func(reason string) (string, *Refusal) {
		return "", &Refusal{reason, "The module host answers with something that is no module."}
	}
	if len(text) < 2 || text[0] != '/' || len(text) > maxPath {
		return bad("is not a path on the module host")
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\\\"<>`#{}|", c) >= 0 {
			return bad("holds a character that a path on the module host does not have")
		}
	}
	route, _, _ := strings.Cut(text, "?")
	plain, err := url.PathUnescape(route)
	if err != nil {
		return bad("is not a path on the module host")
	}
	for _, p := range strings.Split(plain[1:], "/") {
		if p == "" || p == "." || p == ".." || strings.ContainsAny(p, "\\\x00") {
			return bad("is not a path on the module host")
		}
	}
	return text, nil
}

// ParseHost checks the base address of a module host: http or https with a host name, at most a port and a path,
// nothing else.
func ParseHost(text string) (string, *Refusal) {
	const advice = "Write it like https://esm.sh."
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		u.ForceQuery || strings.ContainsAny(text, "# ") {
		return "", &Refusal{"is not the address of a module host", advice}
	}
	base := strings.TrimSuffix(text, "/")
	if p := u.EscapedPath(); p != "" && p != "/" {
		if _, refusal := ParsePath(strings.TrimSuffix(p, "/")); refusal != nil {
			return "", &Refusal{"is not the address of a module host", advice}
		}
	}
	return base, nil
}

// OnHost gives the path of a whole address on the module host: where an answer came from in the end. An answer from
// elsewhere is refused.
func OnHost(host, address string) (string, *Refusal) {
	rest, ok := strings.CutPrefix(address, host+"/")
	if !ok {
		return "", &Refusal{"was redirected off the module host", "Ask whoever runs the module host: it must answer by itself."}
	}
	return ParsePath("/" + rest)
}

// scriptTypes and dataTypes are the media types that an answer may have.
var (
	scriptTypes = map[string]bool{"application/javascript": true, "text/javascript": true, ModuleType: true}
	dataTypes   = map[string]bool{"application/json": true}
)

// ModuleType is the media type with which Simten's own module host answers: a module for the realm, which no browser
// executes.
const ModuleType = "application/vnd.simten.module"

// kindOf tells scripts from data by the media type; ok is false for anything else.
func kindOf(contentType string) (data, ok bool) {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return dataTypes[kind], scriptTypes[kind] || dataTypes[kind]
}
