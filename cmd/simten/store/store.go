// Package store keeps circuits for short links: texts of strangers, named by their hashes, as files of one folder. Its
// handler takes a text from the app's own pages, and gives it to anybody who knows its name.
package store

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Path is where texts are posted, and below which they are found.
const Path = "/s"

const (
	maxBytes = 256 << 10 // of a text
	nameLen  = 27        // characters of a name: 20 bytes of a SHA-256
)

// Keeper is a place for texts. A name that Get does not know gives fs.ErrNotExist.
type Keeper interface {
	Put(ctx context.Context, name string, text []byte) error
	Get(ctx context.Context, name string) ([]byte, error)
}

// Folder keeps texts as files of a folder of this machine.
type Folder string

// OpenFolder makes a folder, for nobody else on this machine to read.
func OpenFolder(path string) (Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", err
	}
	return Folder(path), nil
}

// Put writes a file under its final name at once, so that nobody reads a half of it.
func (f Folder) Put(_ context.Context, name string, text []byte) error {
	place := filepath.Join(string(f), name)
	if _, err := os.Stat(place); err == nil {
		return nil // the name says the content
	}
	part, err := os.CreateTemp(string(f), ".part-*")
	if err != nil {
		return err
	}
	_, err = part.Write(text)
	if closed := part.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(part.Name(), place)
	}
	if err != nil {
		_ = os.Remove(part.Name()) // the error that is told is the one before
	}
	return err
}

// Get reads a file.
func (f Folder) Get(_ context.Context, name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(f), name))
}

// form is what Share writes behind # of a link, and nothing else: a store of circuits is no place for other files.
var form = regexp.MustCompile(`^code=1[rd]\.[A-Za-z0-9_-]+(?:&(?:lock|run|view)=1[rd]\.[A-Za-z0-9_-]+){0,3}$`)

var nameForm = regexp.MustCompile(`^[A-Za-z0-9_-]{27}$`)

// NameOf is the name of a text.
func NameOf(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])[:nameLen]
}

// Handler answers at Path and below it.
type Handler struct {
	keeper Keeper
	own    func(*http.Request) bool // whether a request comes from a page of the app
	now    func() time.Time

	mu      sync.Mutex
	buckets map[string]*bucket
}

// New makes a handler.
func New(keeper Keeper, own func(*http.Request) bool) *Handler {
	return &Handler{keeper: keeper, own: own, now: time.Now, buckets: map[string]*bucket{}}
}

const (
	burst      = 10               // texts that an address may post at once
	refill     = 30 * time.Second // until it may post one more
	maxBuckets = 4096             // addresses that are remembered; beyond them all others share one
)

// bucket holds what an address may still post.
type bucket struct {
	left float64
	last time.Time
}

// ServeHTTP answers GET, HEAD and POST.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, below := strings.CutPrefix(r.URL.Path, Path+"/")
	switch {
	case !below && r.Method == http.MethodPost:
		h.post(w, r)
	case below && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		h.get(w, r, name)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		answer(w, http.StatusMethodNotAllowed, "Circuits are posted to "+Path+" and found below it.")
	}
}

func (h *Handler) post(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Header.Get("Origin") == "" || !h.own(r):
		answer(w, http.StatusForbidden, "Only the pages of this server store circuits.")
		return
	case !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain"):
		answer(w, http.StatusUnsupportedMediaType, "A circuit is posted as text/plain.")
		return
	case r.ContentLength > maxBytes:
		answer(w, http.StatusRequestEntityTooLarge, "The circuit is larger than 256 kB.")
		return
	}
	if wait := h.take(addressOf(r)); wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
		answer(w, http.StatusTooManyRequests, "Too many circuits were stored from this address. Wait a moment.")
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		answer(w, http.StatusRequestEntityTooLarge, "The circuit is larger than 256 kB.")
		return
	case err != nil:
		answer(w, http.StatusBadRequest, "The circuit did not arrive.")
		return
	case !form.Match(text):
		answer(w, http.StatusBadRequest, "This is no circuit as Share packs it.")
		return
	}
	name := NameOf(text)
	if err := h.keeper.Put(r.Context(), name, text); err != nil {
		answer(w, http.StatusInternalServerError, "The circuit could not be stored.")
		return
	}
	answer(w, http.StatusCreated, name)
}

func (h *Handler) get(w http.ResponseWriter, r *http.Request, name string) {
	if !nameForm.MatchString(name) {
		answer(w, http.StatusNotFound, "No circuit has this name.")
		return
	}
	text, err := h.keeper.Get(r.Context(), name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		answer(w, http.StatusNotFound, "No circuit has this name.")
		return
	case err != nil || NameOf(text) != name: // the folder was changed by somebody else
		answer(w, http.StatusInternalServerError, "The circuit cannot be read.")
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(text) // the reader went away: nobody is left to tell
	}
}

// take counts a post of an address, and gives how long it has to wait when it may not.
func (h *Handler) take(address string) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	b := h.buckets[address]
	if b == nil {
		if len(h.buckets) >= maxBuckets {
			h.forget(now)
		}
		if len(h.buckets) >= maxBuckets {
			address = "" // a flood from very many addresses
		}
		if b = h.buckets[address]; b == nil {
			b = &bucket{burst, now}
			h.buckets[address] = b
		}
	}
	b.left = min(burst, b.left+float64(now.Sub(b.last))/float64(refill))
	b.last = now
	if b.left < 1 {
		return time.Duration((1 - b.left) * float64(refill))
	}
	b.left--
	return 0
}

// forget drops the addresses that may post as much as any other again.
func (h *Handler) forget(now time.Time) {
	for address, b := range h.buckets {
		if b.left+float64(now.Sub(b.last))/float64(refill) >= burst {
			delete(h.buckets, address)
		}
	}
}

// addressOf is the address of a request, of the newer family its network: a host there has very many addresses. Behind
// a proxy all requests have that of the proxy.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return ""
	}
	if ip = ip.Unmap(); ip.Is6() {
		network, _ := ip.WithZone("").Prefix(64)
		return network.String()
	}
	return ip.String()
}

func answer(w http.ResponseWriter, status int, text string) {
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text) // as above
}
