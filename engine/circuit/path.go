package circuit

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A path names a node or a port inside a circuit: the names on the way to it, with dots between. A name that would be
// read otherwise stands in single quotes, in which \ stands before \ and ': node c of 'a.b' is 'a.b'.c. Two different
// lists of names never have one path. embed/client/src/path.ts writes and reads the same.

// topName is the name under which a circuit's own ports stand in paths; see elaborate.TopNode.
const topName = "__top__"

// PathName is one name as it stands in a path.
func PathName(name string) string {
	if name != "" && name[0] != '\'' && name != topName && strings.IndexByte(name, '.') < 0 {
		return name
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "'"
}

// AppendPath is the path of what is called name inside path; path is "" for the circuit itself.
func AppendPath(path, name string) string {
	if path == "" {
		return PathName(name)
	}
	return path + "." + PathName(name)
}

// JoinPath is the path of a list of names.
func JoinPath(names ...string) string {
	if len(names) == 1 {
		return PathName(names[0])
	}
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = PathName(name)
	}
	return strings.Join(parts, ".")
}

// SplitPath gives the names of a path. A name may stand in quotes that it does not need. ok is false when a text is no
// path.
func SplitPath(path string) (names []string, ok bool) {
	for {
		if path == "" || path[0] != '\'' {
			name, rest, more := strings.Cut(path, ".")
			if names = append(names, name); !more {
				return names, true
			}
			path = rest
			continue
		}
		var name []byte
		i := 1
		for ; i < len(path) && path[i] != '\''; i++ {
			if path[i] == '\\' {
				if i++; i == len(path) {
					return nil, false
				}
			}
			name = append(name, path[i])
		}
		if i == len(path) || i+1 < len(path) && path[i+1] != '.' {
			return nil, false
		}
		if names = append(names, string(name)); i+1 == len(path) {
			return names, true
		}
		path = path[i+2:]
	}
}

// EscapeName makes an identifier of ASCII letters, digits, _ and $ out of any name, for name spaces that have no other:
// waveforms, and languages like Verilog. It does not begin with a digit or $. Other characters become their code in
// hexadecimal between two $; a name that begins with one gets _ in front. UnescapeName undoes it, so two names never
// become one.
func EscapeName(name string) string {
	plain := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	var b strings.Builder
	code := func(r rune) { b.WriteString("$" + strconv.FormatInt(int64(r), 16) + "$") }
	for i, r := range name {
		switch {
		case i > 0 && plain(r):
			b.WriteRune(r)
		case i > 0:
			code(r)
		case r == '_':
			// _ before $ marks a name that begins with a code.
			if next, _ := utf8.DecodeRuneInString(name[1:]); len(name) > 1 && !plain(next) {
				b.WriteByte('_')
				code(r)
				continue
			}
			b.WriteByte('_')
		case plain(r) && (r < '0' || r > '9'):
			b.WriteRune(r)
		default:
			b.WriteByte('_')
			code(r)
		}
	}
	if name == "" {
		return "_$$"
	}
	return b.String()
}

// UnescapeName gives the name that EscapeName was given.
func UnescapeName(identifier string) (string, error) {
	wrong := fmt.Errorf("%s is not an escaped name", PathName(Cut(identifier, maxWord)))
	rest := identifier
	if strings.HasPrefix(rest, "_$") {
		rest = rest[1:]
	}
	var b strings.Builder
	for rest != "" {
		before, after, more := strings.Cut(rest, "$")
		b.WriteString(before)
		if !more {
			break
		}
		digits, behind, closed := strings.Cut(after, "$")
		if !closed {
			return "", wrong
		}
		rest = behind
		if digits == "" {
			continue
		}
		n, err := strconv.ParseInt(digits, 16, 32)
		if err != nil {
			return "", wrong
		}
		b.WriteRune(rune(n))
	}
	if name := b.String(); EscapeName(name) == identifier {
		return name, nil
	}
	return "", wrong
}
