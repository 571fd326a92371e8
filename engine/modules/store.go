package modules

import (
	"context"
	"fmt"
	"sync"

	"simten.dev/engine/limits"
)

// Limits bound what the packages of one circuit may be. Zero fields take the defaults of engine/limits.
type Limits struct {
	Bytes   int // of all modules together
	Modules int
}

func (l Limits) orDefault() Limits {
	d := limits.Limits{MaxModuleBytes: l.Bytes, MaxModules: l.Modules}.Fill()
	return Limits{Bytes: d.MaxModuleBytes, Modules: d.MaxModules}
}

// Answer is what came of asking the module host for a path.
type Answer struct {
	Path    string // as asked
	Final   string // the path that answered, after redirects; "" means Path
	Type    string // media type
	Text    []byte
	Failure string // why there is no module: the network, a status, a redirect, a limit; "" when there is one
	Offline bool   // the failure is that the host could not be reached
}

// Loader fetches modules: from a folder, over the network. It answers every path.
type Loader interface {
	// Host is the base address that locks name.
	Host() string
	// Load fetches the modules at paths on the host. It ends when the context ends; what is missing then has a Failure.
	Load(ctx context.Context, paths []string) []Answer
}

// module is one module that is known, or the reason why it cannot be.
type module struct {
	path    string // the one that answered
	text    string
	data    bool // JSON
	hash    string
	failure *Refusal
	offline bool
}

// storeBytes bounds what a Store keeps; then it forgets everything and starts over.
const storeBytes = 64 << 20

// Store keeps the modules of one host, and the bundles made of them. It is safe for concurrent use.
type Store struct {
	host string

	mu      sync.Mutex
	modules map[string]*module // by the path asked for, and by the path that answered
	bytes   int
	bundles map[string]*Bundle
	order   []string // of bundles, oldest first
}

// NewStore makes an empty store for the host with a base address, as ParseHost gives it.
func NewStore(host string) *Store {
	return &Store{host: host, modules: map[string]*module{}, bundles: map[string]*Bundle{}}
}

// Host is the base address of the module host.
func (s *Store) Host() string { return s.host }

// Put takes an answer. One that breaks the policy is kept as the reason why the module cannot be had.
func (s *Store) Put(a Answer) {
	m := &module{path: a.Path}
	switch data, ok := kindOf(a.Type); {
	case a.Failure != "":
		m.failure, m.offline = &Refusal{a.Failure, fetchAdvice(a.Offline)}, a.Offline
	case !ok:
		m.failure = &Refusal{fmt.Sprintf("is not a module: the host calls it %q", clip(a.Type)), "Check the name of the package and of the file in it."}
	default:
		if a.Final != "" {
			final, refusal := ParsePath(a.Final)
			if refusal != nil {
				m.failure = refusal
				break
			}
			m.path = final
		}
		m.text, m.data, m.hash = string(a.Text), data, hashOf(a.Text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+len(m.text) > storeBytes {
		s.modules, s.bytes = map[string]*module{}, 0
	}
	s.bytes += len(m.text)
	s.modules[a.Path] = m
	if m.failure == nil {
		s.modules[m.path] = m
	}
}

func fetchAdvice(offline bool) string {
	if offline {
		return "Check the connection and compile again; packages that were fetched before need none."
	}
	return "Check the name and version of the package."
}

// find gives a known module. A failure is told once: the next compile asks again.
func (s *Store) find(path string) *module {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.modules[path]
	if m != nil && m.failure != nil {
		delete(s.modules, path)
	}
	return m
}

func clip(text string) string {
	if len(text) > 100 {
		return text[:100] + "…"
	}
	return text
}
