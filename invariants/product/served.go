package product

import (
	"fmt"
	"sort"
)

// CheckServed compares the headers of one response with those that the rules give for its path. It
// returns a sentence for each that is missing or says something else.
func CheckServed(path string, got func(name string) string, want map[string]string) []string {
	var found []string
	for _, name := range sorted(want) {
		if value := got(name); value != want[name] {
			found = append(found, fmt.Sprintf("%s: %s is %q, but the rules say %q", path, name, value, want[name]))
		}
	}
	return found
}

// CheckHosting compares the files for a static host that were built with what the rules give. It
// returns a sentence for each that is missing or stale.
func CheckHosting(read func(name string) ([]byte, error), want map[string]string) []string {
	var found []string
	for _, name := range sorted(want) {
		content, err := read(name)
		switch {
		case err != nil:
			found = append(found, fmt.Sprintf("%s cannot be read: %v", name, err))
		case string(content) != want[name]:
			found = append(found, fmt.Sprintf("%s is not what `simten headers` writes", name))
		}
	}
	return found
}

func sorted(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
