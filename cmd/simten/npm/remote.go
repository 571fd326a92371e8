package npm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"simten.dev/engine/limits"
	"simten.dev/engine/modules"
)

// DefaultHost is the module host that is asked unless another is configured.
const DefaultHost = "https://esm.sh"

// Remote asks a module host over the network.
type Remote struct {
	base   string
	client *http.Client
	bytes  int64
}

// timeout bounds the wait for one module.
var timeout = time.Duration(limits.Default.ModuleMilliseconds) * time.Millisecond

// parallel is how many modules are fetched at once.
const parallel = 8

// NewRemote asks the host with a base address, as modules.ParseHost gives it. limit bounds one module, in bytes.
func NewRemote(base string, limit int) *Remote {
	if limit <= 0 {
		limit = limits.Default.MaxModuleBytes
	}
	r := &Remote{base: base, bytes: int64(limit)}
	r.client = &http.Client{Timeout: timeout, CheckRedirect: func(request *http.Request, via []*http.Request) error {
		if len(via) >= 5 {
			return errors.New("was redirected more than 5 times")
		}
		if _, refusal := modules.OnHost(base, request.URL.String()); refusal != nil {
			return refusal
		}
		return nil
	}}
	return r
}

// Host implements modules.Loader.
func (r *Remote) Host() string { return r.base }

// Load implements modules.Loader.
func (r *Remote) Load(ctx context.Context, paths []string) []modules.Answer {
	answers := make([]modules.Answer, len(paths))
	slots := make(chan struct{}, parallel)
	var wait sync.WaitGroup
	for i, path := range paths {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			answers[i] = r.fetch(ctx, path)
		})
	}
	wait.Wait()
	return answers
}

func (r *Remote) fetch(ctx context.Context, path string) modules.Answer {
	fail := func(offline bool, format string, args ...any) modules.Answer {
		return modules.Answer{Path: path, Offline: offline, Failure: fmt.Sprintf(format, args...)}
	}
	if _, refusal := modules.ParsePath(path); refusal != nil {
		return fail(false, "%s", refusal.Reason)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+path, nil)
	if err != nil {
		return fail(false, "is not at an address")
	}
	response, err := r.client.Do(request)
	if err != nil {
		var refusal *modules.Refusal
		if errors.As(err, &refusal) {
			return fail(false, "%s", refusal.Reason)
		}
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return fail(true, "could not be reached (%v)", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fail(false, "is not there (the host answers %s)", response.Status)
	}
	final, refusal := modules.OnHost(r.base, response.Request.URL.String())
	if refusal != nil {
		return fail(false, "%s", refusal.Reason)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, r.bytes+1))
	if err != nil {
		return fail(true, "could not be read whole (%v)", err)
	}
	if int64(len(text)) > r.bytes {
		return fail(false, "has more than %v bytes", limits.Count(r.bytes))
	}
	return modules.Answer{Path: path, Final: final, Type: response.Header.Get("Content-Type"), Text: text}
}

// Near answers from node_modules, and asks a module host for what is not there.
type Near struct {
	Folder *Folder
	Far    modules.Loader
}

// NewNear looks for packages from a directory on, and else at the default host.
func NewNear(dir string) *Near {
	return &Near{NewFolder(dir), NewRemote(DefaultHost, 0)}
}

// Host implements modules.Loader.
func (n *Near) Host() string { return n.Far.Host() }

// Load implements modules.Loader.
func (n *Near) Load(ctx context.Context, paths []string) []modules.Answer {
	var answers []modules.Answer
	var far []string
	for _, path := range paths {
		if n.Folder.Has(path) {
			answers = append(answers, n.Folder.Answer(path))
		} else {
			far = append(far, path)
		}
	}
	if len(far) == 0 {
		return answers
	}
	return append(answers, n.Far.Load(ctx, far)...)
}
