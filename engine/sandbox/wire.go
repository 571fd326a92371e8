package sandbox

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
)

// Between the caller's process and a worker's there is one stream each way. It carries frames: a byte
// that says what it is, four bytes with the length (big-endian), and JSON.
const (
	frameStart  = 's' // → worker, once: startup
	frameCall   = 'c' // → worker: call
	frameCancel = 'x' // → worker: give the call under way up; empty
	framePart   = 'p' // ← worker: a part of an answer; more follow
	frameAnswer = 'a' // ← worker: the last part of an answer
	frameBeat   = 'b' // ← worker: still at work, on what its realm.CurrentCode says
	frameGaveUp = 'g' // ← worker: protocol.Error; the worker ends
)

const frameHead = 5

// startup configures a worker.
type startup struct {
	Version int            `json:"version"`
	Limits  limits.Limits  `json:"limits"`
	Grants  circuit.Grants `json:"grants,omitempty"` // of executions
	Profile bool           `json:"profile,omitempty"`
}

// operation names what a call asks for.
type operation string

const (
	opExecute  operation = "execute"
	opCompile  operation = "compile"
	opClose    operation = "close" // forget the program and its machine
	opStart    operation = "start" // make the program's machine
	opSet      operation = "set"
	opStep     operation = "step"
	opRun      operation = "run"
	opValues   operation = "values"
	opReset    operation = "reset"
	opSnapshot operation = "snapshot"
	opRestore  operation = "restore"
)

// call is one request to a worker. Only the fields of its operation are used.
type call struct {
	Op       operation                  `json:"op"`
	Code     string                     `json:"code,omitempty"`
	Data     json.RawMessage            `json:"data,omitempty"`
	Source   *Source                    `json:"source,omitempty"`
	Host     string                     `json:"host,omitempty"`    // of modules; "" when there is none
	Answers  []modules.Answer           `json:"answers,omitempty"` // modules that the source needs
	Backend  Backend                    `json:"backend,omitempty"`
	Count    int                        `json:"count,omitempty"`
	Names    []string                   `json:"names,omitempty"`
	Values   map[string]circuit.Value   `json:"values,omitempty"`
	Inputs   []map[string]circuit.Value `json:"inputs,omitempty"`
	Snapshot []byte                     `json:"snapshot,omitempty"`
}

// answer is what became of a call.
type answer struct {
	Error    *protocol.Error      `json:"error,omitempty"`
	Executed *Executed            `json:"executed,omitempty"`
	Compiled *Outcome             `json:"compiled,omitempty"`
	Needs    []string             `json:"needs,omitempty"` // modules to be fetched before the source can be compiled
	Lock     *modules.Lock        `json:"lock,omitempty"`
	Done     int                  `json:"done,omitempty"` // cycles of a step or a run that were completed
	Cycle    uint64               `json:"cycle,omitempty"`
	Values   []circuit.Value      `json:"values,omitempty"`
	Rows     []Row                `json:"rows,omitempty"`
	Snapshot []byte               `json:"snapshot,omitempty"`
	Warnings []circuit.Diagnostic `json:"warnings,omitempty"`
	Stats    *Stats               `json:"stats,omitempty"`
}

// writeFrame writes one frame and flushes it.
func writeFrame(w *bufio.Writer, kind byte, payload []byte) error {
	var head [frameHead]byte
	head[0] = kind
	binary.BigEndian.PutUint32(head[1:], uint32(len(payload)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	if _, err := w.Write(payload); err != nil {
		return err
	}
	return w.Flush()
}

// readFrame reads one frame of at most largest bytes. A longer one is an error before any of it is read.
func readFrame(r *bufio.Reader, largest int) (kind byte, payload []byte, err error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if uint64(size) > uint64(largest) {
		return 0, nil, fmt.Errorf("a message of %d bytes where at most %d are allowed", size, largest)
	}
	payload = make([]byte, size)
	_, err = io.ReadFull(r, payload)
	return head[0], payload, err
}

// largestCall bounds one frame to a worker: a source may grow sixfold when it is quoted, a snapshot by a
// third in base64.
func largestCall(l limits.Limits) int {
	return max(6*l.SourceBytes+l.MessageBytes, 2*l.StateBytes) + 1<<16
}

// largestPart bounds one frame of an answer: answers travel in parts of ResultBytes.
func largestPart(l limits.Limits) int { return l.ResultBytes + 1<<16 }
