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
		if key := m.String(); !seen[key] {
			seen[key] = true
			list = append(list, m)
		}
	}
	return list
}
