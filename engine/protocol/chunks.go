package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A message of more than Limits.ResultBytes travels in chunks: first the message itself, in which long lists, maps and
// texts are empty, then Chunks that fill them. Each chunk is as large as can be read without being noticed, and can be
// checked against the schema by itself. Bytes travel likewise.

// chunksPerResult is how many chunks make Limits.ResultBytes: a page reads and checks a quarter of a megabyte between
// two frames of its display.
const chunksPerResult = 4

// keptWhole is the size of a field that stays in the message although other fields of it travel in chunks.
const keptWhole = 1 << 10

// undivided are fields that whoever passes a message on looks at; they are in the message itself.
var undivided = map[string]bool{"needs": true, "lock": true, "status": true, "error": true}

// bytesPatch says where the bytes of a reply belong.
const bytesPatch = `{"at":["compile","tables"]}`

// chunksField is the room for what is added to a message that has chunks.
const chunksField = 32

// Divide gives the pieces of an encoded message of type T that is too large, the message itself first. The text must be
// what Encode writes; bytes are those of a reply, nil when it has none.
func Divide[T any](text, bytes []byte, limits Limits) ([]Piece, *Error) {
	var head struct {
		ID int `json:"id"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, NewError(ErrRuntime, "The message is no JSON: "+err.Error()+".")
	}
	d := &divider{piece: limits.ResultBytes / chunksPerResult, id: head.ID}
	whole := Piece{Text: text}
	if bytes != nil {
		whole.Bytes = []byte{} // what follows is added to it
	}
	if len(text) > limits.ResultBytes-chunksField {
		short, rest := d.hollow(reflect.TypeFor[T](), text, nil)
		d.fill(rest)
		d.endChunk()
		whole.Text = short
	}
	d.bytes(bytes)
	whole.Text = fmt.Appendf(whole.Text[:len(whole.Text)-1:len(whole.Text)-1], `,"chunks":%d}`, len(d.chunks))
	all := append([]Piece{whole}, d.chunks...)
	for _, chunk := range all {
		if size := len(chunk.Text) + len(chunk.Bytes); size > limits.ResultBytes {
			return nil, NewError(ErrOutputTooLarge, fmt.Sprintf("A chunk of the result has %v bytes that cannot be divided; the limit is %v.", count(size), count(limits.ResultBytes)))
		}
	}
	return all, nil
}

// place is a list, map or text that was left empty, and what belongs there.
type place struct {
	of   reflect.Type // nil below data of any shape
	raw  []byte
	path []string
}

// divider writes chunks.
type divider struct {
	piece  int // bytes after which a chunk ends
	id     int
	chunks []Piece
	open   bytes.Buffer // the patches of the chunk that is being written
	in     []string     // path of the open patch
	close  string       // what ends the open patch; "" when none is open
}

// hollow is a value whose large chunks are empty, and those chunks.
func (d *divider) hollow(t reflect.Type, raw []byte, path []string) ([]byte, []place) {
	t = plainType(t)
	if t == nil || t.Kind() != reflect.Struct || raw[0] != '{' {
		switch raw[0] {
		case '{', '[', '"':
			return []byte{raw[0], closing(raw[0])}, []place{{t, raw, path}}
		}
		return raw, nil
	}
	out := []byte{'{'}
	var rest []place
	members(raw, func(key string, quoted, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, quoted...), ':')
		if len(value) > keptWhole && !undivided[key] {
			short, more := d.hollow(fieldOf(t, key), value, join(path, key))
			value, rest = short, append(rest, more...)
		}
		out = append(out, value...)
	})
	return append(out, '}'), rest
}

// fill writes what belongs to places.
func (d *divider) fill(places []place) {
	for _, p := range places {
		item := elementOf(p.of)
		switch p.raw[0] {
		case '[':
			n := 0
			elements(p.raw, func(value []byte) {
				d.add(item, p.path, `"list":[`, "", value, "]", strconv.Itoa(n))
				n++
			})
		case '{':
			members(p.raw, func(key string, quoted, value []byte) {
				d.add(item, p.path, `"map":{`, string(quoted)+":", value, "}", key)
			})
		case '"':
			d.text(p.path, p.raw[1:len(p.raw)-1])
		}
	}
}

// add writes one element of the list or map at path; one that is too large goes on in places of its own.
func (d *divider) add(t reflect.Type, path []string, begin, key string, value []byte, end, name string) {
	var rest []place
	if len(value) > d.piece {
		value, rest = d.hollow(t, value, join(path, name))
	}
	if d.begin(path, begin, end) {
		d.open.WriteByte(',')
	}
	d.open.WriteString(key)
	d.open.Write(value)
	d.endIfFull()
	d.fill(rest)
}

// text writes the inside of a quoted text in pieces. No character and no escape is torn apart.
func (d *divider) text(path []string, quoted []byte) {
	for len(quoted) > 0 {
		n := min(d.piece, len(quoted))
		n = wholeCharacters(quoted, n)
		d.begin(path, `"text":"`, `"`)
		d.open.Write(quoted[:n])
		d.endPatch()
		d.endIfFull()
		quoted = quoted[n:]
	}
}

// begin opens a patch, unless one for the same place is open: then it says so.
func (d *divider) begin(path []string, begin, end string) (goesOn bool) {
	if d.close != "" && samePath(d.in, path) {
		return true
	}
	d.endPatch()
	if d.open.Len() > 0 {
		d.open.WriteByte(',')
	}
	at, _ := json.Marshal(path) // texts cannot fail
	fmt.Fprintf(&d.open, `{"at":%s,%s`, at, begin)
	d.in, d.close = path, end+"}"
	return false
}

func (d *divider) endPatch() {
	d.open.WriteString(d.close)
	d.in, d.close = nil, ""
}

func (d *divider) endIfFull() {
	if d.open.Len() >= d.piece {
		d.endChunk()
	}
}

func (d *divider) endChunk() {
	d.endPatch()
	if d.open.Len() == 0 {
		return
	}
	d.chunk(d.open.Bytes(), nil)
	d.open.Reset()
}

func (d *divider) chunk(patches, bytes []byte) {
	text := fmt.Appendf(nil, `{"chunk":%d,"id":%d,"patches":[%s]}`, len(d.chunks)+1, d.id, patches)
	d.chunks = append(d.chunks, Piece{text, bytes})
}

// bytes writes bytes in pieces, each in a chunk of its own.
func (d *divider) bytes(all []byte) {
	for piece := range slices.Chunk(all, d.piece) {
		d.chunk([]byte(bytesPatch), piece)
	}
}

// wholeCharacters is the largest number of bytes up to n after which a quoted text can be cut.
func wholeCharacters(quoted []byte, n int) int {
	if n == len(quoted) {
		return n
	}
	for n > 0 && !utf8.RuneStart(quoted[n]) {
		n--
	}
	// An escape has up to six bytes, \uxxxx, and two of those may be one character.
	at := max(0, n-24)
	for at > 0 && (!utf8.RuneStart(quoted[at]) || quoted[at-1] == '\\') {
		at--
	}
	for at < n {
		next := at + escapeLength(quoted[at:])
		if next > n {
			return at
		}
		at = next
	}
	return n
}

// escapeLength is how many bytes of a quoted text stand together: an escape, a pair of them, or one byte.
func escapeLength(quoted []byte) int {
	if quoted[0] != '\\' {
		return 1
	}
	if quoted[1] != 'u' {
		return 2
	}
	if high := quoted[3] | 0x20; (quoted[2]|0x20) == 'd' && (high == '8' || high == '9' || high == 'a' || high == 'b') && bytes.HasPrefix(quoted[6:], []byte(`\u`)) {
		return 12
	}
	return 6
}

// plainType is a type without pointers; nil for one whose JSON its structure does not tell.
func plainType(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		return nil
	}
	return t
}

// fieldOf is the type of a field by its name in JSON.
func fieldOf(t reflect.Type, key string) reflect.Type {
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name == key {
			return t.Field(i).Type
		}
	}
	return nil
}

// elementOf is the type of what a list or map holds.
func elementOf(t reflect.Type) reflect.Type {
	if t = plainType(t); t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Map) {
		return t.Elem()
	}
	return nil
}

func join(path []string, name string) []string {
	return append(path[:len(path):len(path)], name)
}

func samePath(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func closing(open byte) byte {
	switch open {
	case '{':
		return '}'
	case '[':
		return ']'
	}
	return open
}

// members calls back for each member of an object: its key, the key as it is quoted, and its value.
func members(raw []byte, each func(key string, quoted, value []byte)) {
	for at := 1; raw[at] != '}'; {
		if raw[at] == ',' {
			at++
		}
		end := endOf(raw, at)
		quoted := raw[at:end]
		var key string
		_ = json.Unmarshal(quoted, &key) // the text is what Encode wrote
		at = end + 1
		end = endOf(raw, at)
		each(key, quoted, raw[at:end])
		at = end
	}
}

// elements calls back for each element of a list.
func elements(raw []byte, each func(value []byte)) {
	for at := 1; raw[at] != ']'; {
		if raw[at] == ',' {
			at++
		}
		end := endOf(raw, at)
		each(raw[at:end])
		at = end
	}
}

// endOf is where the value that begins at a place of compact JSON ends.
func endOf(raw []byte, at int) int {
	depth := 0
	for ; at < len(raw); at++ {
		switch raw[at] {
		case '"':
			for at++; raw[at] != '"'; at++ {
				if raw[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',', ':':
			if depth == 0 {
				return at
			}
		}
	}
	return at
}
