package main

import (
	"context"
	"sync"

	"simten.dev/cmd/simten/mcp"
	"simten.dev/cmd/simten/studio"
)

// browserViewer shows circuits of an assistant in a studio, which it starts when the first one comes.
type browserViewer struct {
	ctx     context.Context // of the command
	options studio.Options
	near    string // the folder whose packages circuits may import

	mu     sync.Mutex
	server *studio.Server
}

// running is the studio; start makes one where there is none.
func (v *browserViewer) running(start bool) (*studio.Server, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.server != nil || !start {
		return v.server, nil
	}
	s, err := startStudio(v.ctx, v.options, v.near)
	if err != nil {
		return nil, err
	}
	v.server = s
	return s, nil
}

// Show puts a circuit before the user.
func (v *browserViewer) Show(ctx context.Context, c mcp.Circuit) (mcp.Shown, error) {
	s, err := v.running(true)
	if err != nil {
		return mcp.Shown{}, err
	}
	shown, err := s.Show(ctx, studio.Circuit{Name: c.Name, Text: c.Text, Inputs: c.Inputs, Cycle: c.Cycle, Waves: c.Waves})
	return mcp.Shown{Pages: shown.Tabs, Rendered: shown.Rendered, Answered: shown.Answered}, err
}

// Pages is how many tabs are open.
func (v *browserViewer) Pages() int {
	if s, _ := v.running(false); s != nil {
		return s.Tabs()
	}
	return 0
}

// Origin is the origin of the studio, which it starts; "" when it cannot be started.
func (v *browserViewer) Origin() string {
	s, err := v.running(true)
	if err != nil {
		return ""
	}
	return s.Origin()
}

// Close ends the studio.
func (v *browserViewer) Close() {
	v.mu.Lock()
	s := v.server
	v.server = nil
	v.mu.Unlock()
	if s != nil {
		s.Close()
	}
}
