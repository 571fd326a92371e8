package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
)

// children are the processes of jobs that this process has, also those that nobody has waited for yet.
func children(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	var list []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		_, rest, ok := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		if ok && len(fields) > 1 && fields[1] == fmt.Sprint(os.Getpid()) {
			list = append(list, string(text))
		}
	}
	return list
}

// noProcessIsLeft waits until every process of a call has ended, which takes as long as the system needs to end one.
func noProcessIsLeft(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system does not list processes in /proc")
	}
	require.Eventually(t, func() bool { return len(children(t)) == 0 }, 10*time.Second, 20*time.Millisecond)
}

// slow does a thousand rounds in each cycle.
const slow = `circuit('Slow', {
  outputs: { y: bit }, state: { n: reg(32) }, eval: ({ n }) => ({ y: n === 1 }),
  onTick: ({ n }) => { let x = n; for (let i = 0; i < 1000; i++) x = (Math.imul(x, 1664525) + i) >>> 0; return { n: x | 2 } },
})`

// long are calls that would take their whole time.
var long = []mcp.CallToolParams{
	{Name: "simulate_circuit", Arguments: m{"source": counter, "ticks": mostTicks}},
	{Name: "query_run", Arguments: m{"source": counter, "code": "(run) => { for (;;); }"}},
	{Name: "run_until", Arguments: m{"source": slow, "until": "y"}},
	{Name: "check_circuit", Arguments: m{"source": "for (let s = ''; ; ) s = 'x'.repeat(1000)"}},
	{Name: "verify_circuit", Arguments: m{"testbench": "x.ts", "source": "for (;;);", "oracle": oracle}},
}

// A call that is cancelled at any moment ends with its process, and leaves the server as it was.
func TestCancelledCallsLeaveNoProcess(t *testing.T) {
	c := connect(t, nil)
	random := rand.New(rand.NewPCG(1, 2))
	var wait sync.WaitGroup
	most := make(chan struct{}, 4)
	for i := range 100 {
		after := time.Duration(random.IntN(250)) * time.Millisecond
		params := long[i%len(long)]
		most <- struct{}{}
		wait.Go(func() {
			defer func() { <-most }()
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			_, err := c.CallTool(ctx, &params)
			if err == nil && ctx.Err() != nil {
				t.Error("a cancelled call has an answer")
			}
		})
	}
	wait.Wait()
	noProcessIsLeft(t)
	// The server gives a turn back a moment after its process has ended.
	require.Eventually(t, func() bool { return len(c.server.turns) == 0 }, 10*time.Second, 5*time.Millisecond, "every turn is given back")
	require.Equal(t, 10.0, c.good("simulate_circuit", m{"source": counter}).at("final", "count"))
}

// The processes of a client that goes away end with it.
func TestADisconnectEndsCalls(t *testing.T) {
	c := connect(t, nil)
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go func() { _, _ = io.Copy(io.Discard, fromServer) }()
	ended := make(chan error, 1)
	go func() { ended <- c.server.Serve(context.Background(), in, out) }()
	send := func(method string, id int, params any) {
		message := m{"jsonrpc": "2.0", "method": method, "params": params}
		if id > 0 {
			message["id"] = id
		}
		text, err := json.Marshal(message)
		require.NoError(t, err)
		_, err = toServer.Write(append(text, '\n'))
		require.NoError(t, err)
	}
	send("initialize", 1, m{"protocolVersion": "2025-06-18", "capabilities": m{}, "clientInfo": m{
		"name":    "x",
		"version": "1",
	}})
	send("notifications/initialized", 0, m{})
	for i := range 2 {
		send("tools/call", i+2, m{"name": long[i+1].Name, "arguments": long[i+1].Arguments})
	}
	require.Eventually(t, func() bool { return len(children(t)) == 2 }, 10*time.Second, 5*time.Millisecond)
	require.NoError(t, toServer.Close())
	noProcessIsLeft(t)
	require.NoError(t, <-ended)
}

// A process ends when the server does, however that ends.
func TestAJobEndsWithItsServer(t *testing.T) {
	worker := testWorker()
	command := exec.CommandContext(t.Context(), worker.Path)
	command.Env = worker.Environment(limits.Limits{RunMilliseconds: 60_000})
	read, write, err := os.Pipe()
	require.NoError(t, err)
	defer read.Close()
	command.ExtraFiles = []*os.File{write}
	in, err := command.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	require.NoError(t, write.Close())
	_, err = in.Write([]byte(`{"run":{"text":"for (let s = ''; ; ) s = 'x'.repeat(1000)","cycles":1},"check":{}}`))
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("it ended by itself: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	require.NoError(t, in.Close())
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the process outlives its server")
	}
}

// A time limit ends a call where the engine's own limits do not.
func TestTheTimeLimitEndsACall(t *testing.T) {
	c := connect(t, nil)
	begin := time.Now()
	c.bad("run_until", m{"source": slow, "until": "y", "timeoutMs": 300}, "TIMEOUT")
	require.Less(t, time.Since(begin), 10*time.Second)
	noProcessIsLeft(t)
}

// Progress of a long call arrives, grows, and ends at the whole.
func TestProgress(t *testing.T) {
	var mu sync.Mutex
	var seen []float64
	c := connect(t, nil)
	here, there := mcp.NewInMemoryTransports()
	go func() { _ = c.server.Connect(context.Background(), there) }()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, r.Params.Progress)
		},
	}).Connect(t.Context(), here, nil)
	require.NoError(t, err)
	defer session.Close()
	params := &mcp.CallToolParams{Name: "simulate_circuit", Arguments: m{"source": counter, "ticks": mostTicks}}
	params.SetProgressToken("p")
	_, err = session.CallTool(t.Context(), params)
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	require.NotEmpty(t, seen)
	for i := 1; i < len(seen); i++ {
		require.Greater(t, seen[i], seen[i-1])
	}
	require.LessOrEqual(t, seen[len(seen)-1], 1.0)
}
