package process

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCrashReportsBecomeWords(t *testing.T) {
	for name, c := range map[string]struct {
		report []string // as the dying process writes it
		says   string   // "" for what is no report
	}{
		"memory":      {[]string{"fatal error: runtime: out of memory\n\nruntime stack:\n", "goroutine 1\n"}, "more than 512 MiB"},
		"allocation":  {[]string{"runtime: cannot allocate memory\n"}, "more than 512 MiB"},
		"thread":      {[]string{"runtime/cgo: pthread_create failed: Resource temporarily unavailable\n", "SIGABRT: abort\n"}, "more than 512 MiB"},
		"stack":       {[]string{"runtime: goroutine stack exceeds 67108864-byte limit\n", "fatal error: stack overflow\n"}, "too deeply"},
		"built-in":    {[]string{"fatal error: runtime: out of memory\n", "github.com/dop251/goja.(*Runtime).stringproto_repeat(0x1)\n"}, "inside String.prototype.repeat"},
		"other":       {[]string{"fatal error: something else\n"}, "something else"},
		"no report":   {[]string{"circuit.ts:1:1: error E001\n"}, ""},
		"in the line": {[]string{"an error: panic: no\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var passed bytes.Buffer
			f := NewCrashFilter(&passed)
			all := ""
			for _, part := range c.report {
				_, err := f.Write([]byte(part))
				require.NoError(t, err)
				all += part
			}
			e := f.Crash(512)
			if c.says == "" {
				require.Nil(t, e)
				require.Equal(t, all, passed.String())
				return
			}
			require.Contains(t, e.Message, c.says)
			require.Empty(t, passed.String())
		})
	}
}
