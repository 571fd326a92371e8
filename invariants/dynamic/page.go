package dynamic

import (
	"fmt"
	"strings"
)

// attribute is one attribute of a tag, name in lower case.
type attribute struct{ name, value string }

// tag is one opening tag of a page.
type tag struct {
	name       string // lower case
	attributes []attribute
	at, end    int // bytes: where it begins, and where what follows it begins
}

func (t tag) get(name string) (string, bool) {
	for _, a := range t.attributes {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

func scanPage(name, source string) ([]Finding, error) {
	var findings []Finding
	for at := 0; ; {
		t, ok, err := nextTag(source, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !ok {
			return findings, nil
		}
		at = t.end
		line := 1 + strings.Count(source[:t.at], "\n")
		for _, a := range t.attributes {
			if r, bad := badAttribute(a); bad {
				findings = append(findings, Finding{name, line, r})
			}
		}
		if t.name != "script" && t.name != "style" {
			continue
		}
		end := strings.Index(strings.ToLower(source[at:]), "</"+t.name)
		if end < 0 {
			return nil, fmt.Errorf("%s: line %d: <%s> is not closed", name, line, t.name)
		}
		if _, external := t.get("src"); t.name == "script" && !external && runs(t) && strings.TrimSpace(source[at:at+end]) != "" {
			findings = append(findings, Finding{name, line, InlineScript})
			inner, err := scanScript(name+".js", source[at:at+end], strings.Count(source[:at], "\n"))
			if err != nil {
				return nil, err
			}
			for _, f := range inner {
				findings = append(findings, Finding{name, f.Line, f.Rule})
			}
		}
		at += end
	}
}

// runs tells whether a browser runs a script element; other types, such as text/plain, hold data.
func runs(t tag) bool {
	kind, ok := t.get("type")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return !ok || kind == "" || kind == "module" || kind == "importmap" || strings.Contains(kind, "javascript")
}

func badAttribute(a attribute) (Rule, bool) {
	value := strings.ToLower(strings.TrimSpace(a.value))
	switch {
	case isHandler(a.name):
		return InlineEvents, true
	case strings.HasPrefix(value, "javascript:"):
		return ScriptURL, true
	case strings.HasPrefix(value, "data:") && codeType(value[len("data:"):]):
		return CodeURL, true
	case a.name == "srcdoc":
		return InlineScript, true
	}
	return "", false
}

// isHandler tells whether an attribute name is one that holds event code.
func isHandler(name string) bool {
	name = strings.ToLower(name)
	return len(name) > 3 && strings.HasPrefix(name, "on") && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}

// handlerInMarkup tells whether a text with markup in it has a tag with an event handler. The text may be a piece of a
// template, so that its last tag is open.
func handlerInMarkup(text string) bool {
	for at := 0; ; {
		t, ok, err := nextTag(text, at)
		if !ok && err == nil {
			return false
		}
		for _, a := range t.attributes {
			if isHandler(a.name) {
				return true
			}
		}
		if err != nil {
			return false
		}
		at = t.end
	}
}

// nextTag finds the next opening tag. Comments, closing tags and the doctype are passed over. The error says that the
// text ends inside the tag, of which the attributes so far are given.
func nextTag(source string, at int) (tag, bool, error) {
	for {
		i := strings.IndexByte(source[at:], '<')
		if i < 0 || at+i+1 >= len(source) {
			return tag{}, false, nil
		}
		at += i
		if strings.HasPrefix(source[at:], "<!--") {
			end := strings.Index(source[at+4:], "-->")
			if end < 0 {
				return tag{}, false, nil
			}
			at += 4 + end + 3
			continue
		}
		if letter(source[at+1]) {
			break
		}
		at++
	}
	t := tag{at: at}
	p := at + 1
	for p < len(source) && !space(source[p]) && source[p] != '>' && source[p] != '/' {
		p++
	}
	t.name = strings.ToLower(source[at+1 : p])
	for {
		for p < len(source) && (space(source[p]) || source[p] == '/') {
			p++
		}
		if p >= len(source) {
			return t, false, fmt.Errorf("the tag <%s> does not end", t.name)
		}
		if source[p] == '>' {
			t.end = p + 1
			return t, true, nil
		}
		start := p
		p++ // whatever begins a name is part of it
		for p < len(source) && !space(source[p]) && !strings.ContainsRune("=>/", rune(source[p])) {
			p++
		}
		a := attribute{name: strings.ToLower(source[start:p])}
		for p < len(source) && space(source[p]) {
			p++
		}
		if p < len(source) && source[p] == '=' {
			p++
			a.value, p = attributeValue(source, p)
			t.attributes = append(t.attributes, a)
			continue
		}
		t.attributes = append(t.attributes, a)
	}
}

func attributeValue(source string, p int) (string, int) {
	for p < len(source) && space(source[p]) {
		p++
	}
	if p >= len(source) {
		return "", p
	}
	if quote := source[p]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(source[p+1:], quote)
		if end < 0 {
			return source[p+1:], len(source)
		}
		return source[p+1 : p+1+end], p + 1 + end + 1
	}
	start := p
	for p < len(source) && !space(source[p]) && source[p] != '>' {
		p++
	}
	return source[start:p], p
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }
