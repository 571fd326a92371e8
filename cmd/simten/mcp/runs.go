package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/project"
	"simten.dev/engine/protocol"
	"simten.dev/engine/texts"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/cmd/simten/npm"
)

// Text says which circuit a call is about.
type Text struct {
	Source      string            `json:"source,omitempty" jsonschema:"the text of the circuit; it wins over filePath"`
	FilePath    string            `json:"filePath,omitempty" jsonschema:"a file below the folder of the server, such as circuits/counter.circuit.ts; what it imports is read, too"`
	Files       map[string]string `json:"files,omitempty" jsonschema:"with source: texts of the files that it imports, by path"`
	CircuitName string            `json:"circuitName,omitempty" jsonschema:"the circuit to run; default: the last one of the text"`
	TimeoutMs   int               `json:"timeoutMs,omitempty" jsonschema:"time limit in milliseconds"`
}

// Subject says which run a call is about.
type Subject struct {
	Text
	Run        string     `json:"run,omitempty" jsonschema:"run.id of an earlier answer, in place of the text and the other arguments of that run; those that are given as well take the place of its own"`
	Ticks      *int       `json:"ticks,omitempty" jsonschema:"clock cycles to run"`
	Inputs     *job.Steps `json:"inputs,omitempty" jsonschema:"values to set by name (inputs and switches; registers such as count.value; cells such as ram.cells[16]): one object for the whole run, or a list whose entry i is set before cycle i. Numbers, or texts such as 0xff"`
	MemoryData job.Memory `json:"memoryData,omitempty" jsonschema:"what memories hold at the start: by path of the node (or a pattern with *), cells by address"`
}

// RunInfo is the handle of a run: whoever has the text can make it anew, and finds the same values.
type RunInfo struct {
	ID    string `json:"id" jsonschema:"hash of text, files, lock, inputs and cycles; pass it as run"`
	Ticks int    `json:"ticks" jsonschema:"its clock cycles: it has the cycles 0 to ticks"`
}

// Bounds of the arguments of runs.
const (
	simulateTicks = 10         // when nothing says how many
	askedTicks    = 1_000      // of a question, when nothing says how many
	mostTicks     = 10_000_000 // of one run
)

// common completes the schemas of arguments that many tools have.
func common(p map[string]*jsonschema.Schema) {
	number := func(name string, least, most int, standard string) {
		if s := p[name]; s != nil {
			low, high := float64(least), float64(most)
			s.Type, s.Types, s.Minimum, s.Maximum = "integer", nil, &low, &high
			if standard != "" {
				s.Default = json.RawMessage(standard)
			}
		}
	}
	number("ticks", 1, mostTicks, "")
	number("timeoutMs", int(minTime/time.Millisecond), int(maxTime/time.Millisecond),
		fmt.Sprint(defaultTime.Milliseconds()))
	for _, name := range []string{"run", "source", "filePath"} {
		if s := p[name]; s != nil && name == "run" {
			s.Pattern = "^run-[0-9a-f]{24}$"
		}
	}
	if s := p["inputs"]; s != nil { // a pointer may be null
		description := s.Description
		*s = *schemaOfSteps()
		s.Description = description
	}
	if s := p["memoryData"]; s != nil {
		s.Types, s.Type = nil, "object"
	}
	if s := p["files"]; s != nil {
		s.Types, s.Type = nil, "object"
	}
}

// errNoSubject is for calls that name no circuit.
var errNoSubject = failed(protocol.ErrInvalidRequest, "The call names no circuit.",
	"Give source (the text) or filePath; or run, the id of an earlier answer.", "get_started")

// text reads the circuit of a call, and says where its packages come from.
func (c *call) text(t Text) (job.Run, modules.Loader, error) {
	r := job.Run{Circuit: t.CircuitName}
	switch {
	case t.Source != "":
		r.Text, r.Files = texts.Normalize(t.Source), project.Map{}
		for name, text := range t.Files {
			r.Files[name] = texts.Normalize(text)
		}
		return r, npm.NewNear(c.options.Root), nil
	case t.FilePath == "":
		return r, nil, errNoSubject
	}
	file, err := c.file(t.FilePath)
	if err != nil {
		return r, nil, err
	}
	r.Text, r.Files, r.Lock = file.text, file.files, file.lock
	if len(file.files) > 0 { // else the text alone decides what runs, wherever it stands
		r.File = file.name
	}
	return r, npm.NewNear(filepath.Join(c.options.Root, filepath.Dir(file.path))), nil
}

// read is a file of a circuit with all that it imports.
type read struct {
	path  string // below the root
	name  string
	text  string
	files project.Map
	lock  *modules.Lock
}

// below is a path as one below the root.
func (c *call) below(path string) (string, error) {
	if filepath.IsAbs(path) {
		root, err := filepath.Abs(c.options.Root)
		if err != nil {
			return "", err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return "", c.outside(path)
		}
		path = inside
	}
	path = filepath.Clean(path)
	if !filepath.IsLocal(path) {
		return "", c.outside(path)
	}
	return path, nil
}

func (c *call) outside(path string) error {
	return failed(protocol.ErrDenied, fmt.Sprintf("%s is not below the folder of this server, %s.", oneLine(path),
		c.options.Root),
		"Name a file below that folder, send its text as source, or start the server with --root.")
}

// file reads a file below the root, from which no link leads out, and what it imports.
func (c *call) file(path string) (*read, error) {
	path, err := c.below(path)
	if err != nil {
		return nil, err
	}
	whole, err := os.OpenRoot(c.options.Root)
	if err != nil {
		return nil, c.unreadable(path, err)
	}
	defer whole.Close()
	content, err := readSmall(whole.FS(), filepath.ToSlash(path), c.options.Limits.SourceBytes)
	if err != nil {
		return nil, c.unreadable(path, err)
	}
	text, err := texts.Decode(content)
	if err != nil {
		return nil, c.unreadable(path, err)
	}
	f := &read{path: path, name: filepath.ToSlash(path), text: text}
	f.files, err = project.Collect(project.Folder{FS: whole.FS()}, f.name, text, c.options.Limits.FilesPerProgram,
		c.options.Limits.SourceBytes)
	if err != nil {
		return nil, c.unreadable(path, err)
	}
	switch content, err := readSmall(whole.FS(), f.name+".lock", c.options.Limits.SourceBytes); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, c.unreadable(path+".lock", err)
	default:
		f.lock = &modules.Lock{}
		if err := json.Unmarshal(content, f.lock); err != nil {
			return nil, c.unreadable(path+".lock", err)
		}
	}
	return f, nil
}

func (c *call) unreadable(path string, err error) error {
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return failed(protocol.ErrInvalidRequest, fmt.Sprintf("cannot read %s: %v", oneLine(filepath.Join(c.options.Root,
		path)), err),
		"Name a file that exists, or send the text as source.")
}

// readSmall reads a regular file of bounded size.
func readSmall(files fs.FS, name string, most int) ([]byte, error) {
	info, err := fs.Stat(files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	case info.Size() > int64(most):
		return nil, fmt.Errorf("it has %v bytes, more than the limit of %v", limits.Count(info.Size()), limits.Count(most))
	}
	return fs.ReadFile(files, name)
}

// subject is the run that a call is about. standard is the number of cycles when nothing says how many.
func (c *call) subject(s Subject, standard int) (work, *RunInfo, error) {
	var r job.Run
	var loader modules.Loader
	kept, known := c.runs.get(s.Run)
	text := s.Source != "" || s.FilePath != ""
	switch {
	case text || s.Run == "":
		var err error
		if r, loader, err = c.text(s.Text); err != nil {
			return work{}, nil, err
		}
		if known && s.Ticks == nil && s.Inputs == nil && s.MemoryData == nil { // the text of a run that it names
			r.Steps, r.Memory, r.Cycles = kept.run.Steps, kept.run.Memory, kept.run.Cycles
		}
	case known:
		r, loader = kept.run, kept.loader
		if s.CircuitName != "" {
			r.Circuit = s.CircuitName
		}
	default:
		return work{}, nil, failed(protocol.ErrUnavailable, "This process of the server has not seen the run "+s.Run+".",
			"Send source or filePath again with the same files, circuitName, inputs, memoryData and ticks: the run is made anew and has the same id.", "simulate_circuit")
	}
	if s.Inputs != nil {
		r.Steps = *s.Inputs
	}
	if s.MemoryData != nil {
		r.Memory = s.MemoryData
	}
	switch {
	case s.Ticks != nil:
		r.Cycles = *s.Ticks
	case r.Cycles == 0 && len(r.Steps) > 1 && standard > 0:
		r.Cycles = len(r.Steps)
	case r.Cycles == 0:
		r.Cycles = standard
	}
	if len(r.Steps) > mostTicks || r.Cycles > mostTicks {
		return work{}, nil, failed(protocol.ErrPayloadTooLarge,
			fmt.Sprintf("A run has at most %v ticks.", limits.Count(mostTicks)), "Ask for fewer.")
	}
	w := work{task: job.Task{Run: job.Hosted{Run: r}}, loader: loader, time: time.Duration(s.TimeoutMs) * time.Millisecond}
	info := &RunInfo{ID: idOf(r), Ticks: r.Cycles}
	if text && s.Run != "" && info.ID != s.Run && !known && s.Ticks != nil {
		return work{}, nil, failed(protocol.ErrInvalidRequest,
			fmt.Sprintf("The text and the inputs make the run %s, not %s.", info.ID, s.Run),
			"Leave run out, or send exactly the text, files, inputs, memoryData and ticks of that run.")
	}
	c.runs.put(info.ID, keptRun{r, loader})
	return w, info, nil
}

// idOf names a run by all that decides its values.
func idOf(r job.Run) string {
	text, _ := json.Marshal(r) // texts and numbers always encode; maps in the order of their keys
	sum := sha256.Sum256(text)
	return "run-" + hex.EncodeToString(sum[:12])
}

// keptRun is a run that was asked about, with where its packages come from.
type keptRun struct {
	run    job.Run
	loader modules.Loader
}

func (k keptRun) size() int {
	n := len(k.run.Text)
	for name, text := range k.run.Files {
		n += len(name) + len(text)
	}
	for _, step := range k.run.Steps {
		n += 64 + 64*len(step)
	}
	for _, cells := range k.run.Memory {
		n += 64 * len(cells)
	}
	return n
}

// runs keeps the last runs by their names, so that clients need not send texts again. It is a convenience: every
// answer can be had without it.
type runs struct {
	mu    sync.Mutex
	by    map[string]keptRun
	order []string // the one that was used last at the end
	bytes int
}

// Bounds of runs.
const (
	keptRuns  = 256
	keptBytes = 32 << 20
)

func newRuns() *runs { return &runs{by: map[string]keptRun{}} }

func (r *runs) get(id string) (keptRun, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.by[id]
	if ok {
		r.touch(id)
	}
	return k, ok
}

func (r *runs) put(id string, k keptRun) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.by[id]; !known {
		r.by[id] = k
		r.bytes += k.size()
	}
	r.touch(id)
	for len(r.order) > 1 && (len(r.order) > keptRuns || r.bytes > keptBytes) {
		r.bytes -= r.by[r.order[0]].size()
		delete(r.by, r.order[0])
		r.order = r.order[1:]
	}
}

func (r *runs) touch(id string) {
	for i, other := range r.order {
		if other == id {
			r.order = append(r.order[:i], r.order[i+1:]...)
			break
		}
	}
	r.order = append(r.order, id)
}

func schemaOfSteps() *jsonschema.Schema {
	value := func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Types: []string{
			"integer",
			"string",
		}}}
	}
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{value(), {Type: "array", Items: value()}}}
}
