package yosys

import (
	"regexp"
	"slices"
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
	{regexp.MustCompile("^(Can't open include file `.*'!)$"), "$1 Give it along with the other files, or its folder (-I of the command)"},
	{
		regexp.MustCompile("^(Unimplemented compiler directive or undefined macro `(\\S+?)\\.?)$"),
		"$1: define the macro $2 (-D of the command), or give the file that does",
	},
	{
		regexp.MustCompile("^(System task `.*' called with invalid/unsupported format specifier\\.)$"),
		"$1 Later versions of Yosys, as the one of the page, read more formats; or leave the task out (`ifndef SYNTHESIS)",
	},
	{
		regexp.MustCompile(`^(syntax error, unexpected TOK_(?:AUTOMATIC|REAL))$`),
		"$1 (Yosys reads Verilog-2005 and a part of SystemVerilog, without interfaces and classes)",
	},
	{
		regexp.MustCompile("^(Can not open file `.*` for .*)$"),
		"$1 It belongs beside the Verilog that names it, or among the files that are given",
	},
	{regexp.MustCompile("^Module `\\\\?(.*)' not found!$"), "there is no module $1"},
}

// paramod is what Yosys puts before the name of a module with other parameters.
var paramod = regexp.MustCompile(`\$paramod\$[0-9a-f]{40}\\|\$paramod\\`)

// Places that stand elsewhere than at the beginning of a message, and signals of a loop.
var (
	elsewhere = regexp.MustCompile(`^(.*)\. See (\S+?):(\d+)(, .*)?$`)
	loopCell  = regexp.MustCompile(`^\s+cell \$\w+\$(.+):(\d+)\$\d+ \(`)
	loopWire  = regexp.MustCompile(`^\s+wire \\(\S+)( \[\d+\])?`)
)

// locate gives a warning the place that Yosys tells in other ways, and names without its marks; after are the lines
// that follow it. It reports those that Import tells again, with their places.
func (m *Message) locate(after []string) (again bool) {
	if m.Severity != "warning" {
		return false
	}
	m.Text = paramod.ReplaceAllString(m.Text, "")
	switch {
	case strings.HasPrefix(m.Text, "multiple conflicting drivers for "), strings.HasSuffix(m.Text, " is used but has no driver."):
		return true
	case strings.HasPrefix(m.Text, "found logic loop in module "):
		var names []string
		for _, line := range after {
			if parts := loopCell.FindStringSubmatch(line); parts != nil && m.Place.File == "" {
				m.Place.File = parts[1]
				m.Place.Line, _ = strconv.Atoi(parts[2])
			} else if parts := loopWire.FindStringSubmatch(line); parts != nil && !slices.Contains(names, parts[1]) && len(names) < 8 {
				names = append(names, parts[1])
			} else if !strings.HasPrefix(line, "    ") {
				break
			}
		}
		m.Text = strings.TrimSuffix(m.Text, ":")
		if len(names) > 0 {
			m.Text += ", through " + strings.Join(names, ", ")
		}
	}
	if parts := elsewhere.FindStringSubmatch(m.Text); parts != nil && m.Place.File == "" {
		m.Text, m.Place.File = parts[1], parts[2]
		m.Place.Line, _ = strconv.Atoi(parts[3])
	}
	m.Text = strings.NewReplacer(" \\", " ", "`\\", "`").Replace(m.Text)
	return false
}

// AboutFormat reports the error of a Yosys that does not know a format of $display.
func (m Message) AboutFormat() bool {
	return m.Severity == "error" && strings.HasPrefix(m.Text, "System task `$display' called with invalid/unsupported format")
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
	lines := strings.Split(log, "\n")
	for i, line := range lines {
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
		if m.locate(lines[i+1:]) {
			continue
		}
		if key := m.String(); !seen[key] {
			seen[key] = true
			list = append(list, m)
		}
	}
	return list
}
