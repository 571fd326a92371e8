package picture

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

const viewer = "../../../embed/viewer/test/"

// recorded is a reply of the engine that the tests of the page draw, too, with the values that they give it.
func recorded(t testing.TB, name string) Request {
	t.Helper()
	if _, err := file("draw.js"); errors.Is(err, ErrNotBuilt) {
		t.Skip(err)
	}
	text, err := os.ReadFile(viewer + "recorded/" + name + ".json")
	require.NoError(t, err)
	r := Request{Theme: "auto", Path: []string{}, Cycle: 7, Frame: &protocol.Frame{Whole: true}}
	require.NoError(t, json.Unmarshal(text, &r.Compiled))
	for net, width := range r.Compiled.Design.Nets {
		r.Frame.Nets = append(r.Frame.Nets, uint32(net))
		for k := 0; k < width; k += 32 {
			r.Frame.Limbs = append(r.Frame.Limbs, uint32(net+1)*0x9e3779b9>>(32-min(32, width-k)))
		}
	}
	return r
}

// The page draws in a browser's interpreter, the command in this one: embed/viewer/test/picture.test.ts writes what the
// former draws.
func TestDrawsWhatThePageDraws(t *testing.T) {
	for name, change := range map[string]func(*Request){
		"counter":    func(*Request) {},
		"half-adder": func(r *Request) { r.Theme = "light" },
	} {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(viewer + "pictures/" + name + ".svg")
			require.NoError(t, err)
			r := recorded(t, name)
			change(&r)
			got, err := Draw(t.Context(), r)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

// Names of circuits come from strangers, and pictures go to pages.
func TestNamesAreText(t *testing.T) {
	const evil = "</text></svg><script>alert(1)</script><a href=\"javascript:x\" onclick='y'>&lt;]]><!--\x00\u202e"
	r := recorded(t, "half-adder")
	text, err := json.Marshal(r.Compiled)
	require.NoError(t, err)
	name, err := json.Marshal(evil)
	require.NoError(t, err)
	renamed := text
	for _, old := range []string{"HalfAdder", "carry"} {
		renamed = []byte(strings.ReplaceAll(string(renamed), old, string(name[1:len(name)-1])))
	}
	require.NotEqual(t, string(text), string(renamed))
	r.Compiled = protocol.CompileResult{}
	require.NoError(t, json.Unmarshal(renamed, &r.Compiled))
	got, err := Draw(t.Context(), r)
	require.NoError(t, err)
	require.Contains(t, got, "&lt;script&gt;")
	decoder := xml.NewDecoder(strings.NewReader(got))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			_, comment := token.(xml.Comment)
			require.False(t, comment)
			continue
		}
		require.Contains(t, []string{"svg", "title", "desc", "style", "g", "rect", "path", "circle", "text"}, start.Name.Local)
		for _, a := range start.Attr {
			require.NotContains(t, a.Name.Local, "on")
			require.NotContains(t, a.Name.Local, "href")
		}
	}
}

func TestRefusals(t *testing.T) {
	r := recorded(t, "counter")
	r.Path = []string{"dut", "nowhere"}
	_, err := Draw(t.Context(), r)
	require.ErrorContains(t, err, "dut.nowhere is not a composite of Counter8")

	r = recorded(t, "ripple")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = Draw(ctx, r)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
