package yosys

import (
	"regexp"
	"strconv"
	"strings"
)

// Message is a warning or an error of Yosys.
type Message struct {
	Place    Place
	Severity string // warning or error
	Text     string
}

func (m Message) String() string {
	text := m.Severity + ": " + m.Text
	if at := m.Place.String(); at != "" {
		return at + ": " + text
	}
	return text
}

// placed is how messages of Yosys begin that name a place.
var placed = regexp.MustCompile(`^(.*?):(\d+)(?:\.(\d+)(?:-\d+(?:\.\d+)?)?)?: (ERROR|Warning): (.*)$`)

// explained are messages of Yosys that need more than their text: what a pattern begins with in it becomes the
// sentence, with the first group of the pattern.
var explained = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile("^Can't find object for defparam `\\\\?(.*)`!$"), "the module has no parameter $1"},
	{regexp.MustCompile("^(Can't open include file `.*'!)$"), "$1 Name the folder that has it with -I"},
	{
		regexp.MustCompile("^(Unimplemented compiler directive or undefined macro `(\\S+?)\\.?)$"),
		"$1: define it with -D $2, or give the file that does, before the others",
	},
	{
		regexp.MustCompile("^(System task `.*' called with invalid/unsupported format specifier\\.)$"),
		"$1 Later versions of Yosys, as the one of the page, read more formats; or leave the task out (`ifndef SYNTHESIS)",
	},
	{
		regexp.MustCompile(`^(syntax error, unexpected TOK_(?:AUTOMATIC|REAL))$`),
		"$1 (Yosys reads Verilog-2005 and a part of SystemVerilog, without interfaces and classes)",
	},
	{regexp.MustCompile("^Module `\\\\?(.*)' not found!$"), "there is no module $1"},
}

// explain makes the message one that says what to do.
func (m *Message) explain() {
	if m.Severity != "error" {
		return
	}
	if m.Place.Line == 0 && m.Place.File == "input" { // of a command, which is in no file
		m.Place = Place{}
	}
	for _, e := range explained {
		if e.pattern.MatchString(m.Text) {
			m.Text = e.pattern.ReplaceAllString(m.Text, e.text)
			return
		}
	}
}

// Messages finds the warnings and errors in the log of a run.
func Messages(log string) []Message {
	var list []Message
	seen := map[string]bool{}
	for line := range strings.SplitSeq(log, "\n") {
		line = strings.TrimSpace(line)
		m := Message{}
		if parts := placed.FindStringSubmatch(line); parts != nil {
			m.Place.File = parts[1]
			m.Place.Line, _ = strconv.Atoi(parts[2])
			m.Place.Column, _ = strconv.Atoi(parts[3])
			m.Severity, m.Text = strings.ToLower(parts[4]), parts[5]
		} else if rest, ok := strings.CutPrefix(line, "ERROR: "); ok {
			m.Severity, m.Text = "error", rest
		} else if rest, ok := strings.CutPrefix(line, "Warning: "); ok {
			m.Severity, m.Text = "warning", rest
		} else {
			continue
		}
		m.explain()
		if key := m.String(); !seen[key] {
			seen[key] = true
			list = append(list, m)
		}
	}
	return list
}
