package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"simten.dev/engine/circuit"
	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
	"simten.dev/engine/protocol"
)

// Config says where and within what bounds a Sandbox runs code.
type Config struct {
	// Home starts the processes that untrusted code runs in; process.Self() in most programs. It must be given:
	// one line of code can end any process that interprets it, so it is never the caller's.
	Home Home
	// Limits bound each call. Fields that are 0 take the defaults.
	Limits limits.Limits
	// Modules fetches the npm packages that sources import, in the caller's process; nil: there are none.
	Modules modules.Loader
	// Processes is how many executions run at once; 0 means one for each processor. Programs that were
	// compiled and not closed hold a process each, up to Limits.Slots.
	Processes int
	// Queue is how many executions may wait for a process before more are refused; 0 means 100.
	Queue int
	// Grants are what executed code may use beyond the language, such as console; nothing by default. A Source
	// has grants of its own.
	Grants circuit.Grants
	// Profile counts every step exactly and fills Stats.Lambdas. A call of a lambda then takes 1.2
	// to 1.7 times as long (BenchmarkProfile), and a simulation calls every lambda in the interpreter.
	Profile bool
}

const defaultQueue = 100

// Sandbox runs untrusted code outside the caller's process. Its methods may be called from several
// goroutines. All errors are *protocol.Error, with a code of docs/protocol.md, the place as far as it is
// known, and what to do.
type Sandbox struct {
	config Config
	turns  chan struct{} // one token for each execution that may run
	first  startup

	mu       sync.Mutex
	closed   bool
	waiting  int
	programs int
	idle     []*link // every one pristine: it holds no program
	all      map[*link]bool
	starting sync.WaitGroup
}

// New makes a sandbox. It starts no process yet; see Warm.
func New(c Config) (*Sandbox, error) {
	if c.Home == nil {
		e := protocol.NewError(protocol.ErrUnavailable, "The sandbox has no home to run code in.")
		e.Advice = "Set Config.Home: process.Self() after process.Main() as the first line of main, or process.Command with the path of the simten command."
		return nil, e
	}
	c.Limits = c.Limits.Fill()
	if c.Processes <= 0 {
		c.Processes = runtime.GOMAXPROCS(0)
	}
	if c.Queue <= 0 {
		c.Queue = defaultQueue
	}
	return &Sandbox{
		config: c, turns: make(chan struct{}, c.Processes), all: map[*link]bool{},
		first: startup{Version: protocol.Version, Limits: c.Limits, Grants: c.Grants, Profile: c.Profile},
	}, nil
}

// Warm starts a process ahead, so that the next call does not pay for it. A process that dies is
// replaced ahead in the same way.
func (s *Sandbox) Warm() error {
	l, err := s.take()
	if err != nil {
		return err
	}
	s.release(l)
	return nil
}

// Close ends all processes. Programs and simulations must not be used afterwards.
func (s *Sandbox) Close() {
	s.mu.Lock()
	s.closed = true
	all := s.all
	s.all, s.idle = map[*link]bool{}, nil
	s.mu.Unlock()
	for l := range all {
		l.end()
	}
	s.starting.Wait()
}

// Execute runs code, which must be one function in TypeScript or JavaScript, in a fresh realm and gives
// what it returned for data. data is anything that encoding/json can write; nil calls the function without
// an argument. Nothing of one call is left for the next one to see.
func (s *Sandbox) Execute(ctx context.Context, code string, data any) (*Execution, error) {
	if problem := guard(code, s.config.Limits); problem != nil {
		return nil, problem
	}
	c := &call{Op: opExecute, Code: code}
	if data != nil {
		text, err := json.Marshal(data)
		if err != nil {
			e := protocol.NewError(protocol.ErrInvalidRequest, "The data cannot be written as JSON: "+err.Error()+".")
			e.Advice = "Give the function plain data: texts, finite numbers, lists, maps."
			return nil, e
		}
		if limit := s.config.Limits.MessageBytes; len(text) > limit {
			return nil, protocol.NewError(protocol.ErrPayloadTooLarge, fmt.Sprintf("The data have %v bytes; the limit is %v.", limits.Count(len(text)), limits.Count(limit)))
		}
		c.Data = text
	}
	if err := s.turn(ctx); err != nil {
		return nil, err
	}
	defer func() { <-s.turns }()
	l, problem := s.take()
	if problem != nil {
		return nil, problem
	}
	a, alive, problem := l.do(ctx, c)
	s.done(l, alive)
	x := &Execution{}
	if a != nil {
		x.Stats = *a.Stats
	}
	if problem != nil {
		return x, problem
	}
	x.Result, x.Console = a.Executed.Result, a.Executed.Console
	return x, nil
}

// Execution is what an execution gave. When there was an error, only the Stats are set, and those only as
// far as the process lived.
type Execution struct {
	Result  json.RawMessage // what the function returned, as JSON; null for undefined
	Console []string        // what it printed, one line a call
	Stats   Stats
}

// turn waits until an execution may run.
func (s *Sandbox) turn(ctx context.Context) error {
	select {
	case s.turns <- struct{}{}:
		return nil
	default:
	}
	s.mu.Lock()
	full := s.waiting >= s.config.Queue
	if !full {
		s.waiting++
	}
	s.mu.Unlock()
	if full {
		return protocol.NewError(protocol.ErrOverloaded, fmt.Sprintf("%d executions are running and %d wait already.", s.config.Processes, s.config.Queue))
	}
	defer func() {
		s.mu.Lock()
		s.waiting--
		s.mu.Unlock()
	}()
	select {
	case s.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return givenUp(ctx)
	}
}

// take gives an idle process or starts one.
func (s *Sandbox) take() (*link, *protocol.Error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, protocol.NewError(protocol.ErrUnavailable, "The sandbox has been closed.")
	}
	for len(s.idle) > 0 {
		l := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		select {
		case <-l.died: // while nobody looked
			delete(s.all, l)
			continue
		default:
		}
		s.mu.Unlock()
		return l, nil
	}
	s.mu.Unlock()
	l, problem := startLink(s.config.Home, s.first)
	if problem != nil {
		return nil, problem
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		go l.end()
		return nil, protocol.NewError(protocol.ErrUnavailable, "The sandbox has been closed.")
	}
	s.all[l] = true
	return l, nil
}

// release takes a process back that holds nothing.
func (s *Sandbox) release(l *link) {
	s.mu.Lock()
	keep := !s.closed && len(s.idle) < s.config.Processes
	if keep {
		s.idle = append(s.idle, l)
	} else {
		delete(s.all, l)
	}
	s.mu.Unlock()
	if !keep {
		l.end()
	}
}

// done takes a process back, or sees to a replacement for one that died.
func (s *Sandbox) done(l *link, alive bool) {
	if alive {
		s.release(l)
		return
	}
	s.mu.Lock()
	delete(s.all, l)
	again := !s.closed && len(s.idle) == 0
	if again {
		s.starting.Add(1)
	}
	s.mu.Unlock()
	if again {
		go func() {
			defer s.starting.Done()
			_ = s.Warm() // a failure shows again when the process is needed
		}()
	}
}
