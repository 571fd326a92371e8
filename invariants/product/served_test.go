package product

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCheckServedFindsPlantedViolations(t *testing.T) {
	want := map[string]string{"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff"}
	served := func(headers map[string]string) func(string) string {
		return func(name string) string { return headers[name] }
	}
	require.Empty(t, CheckServed("/", served(want), want))
	require.Len(t, CheckServed("/", served(nil), want), 2, "both are missing")
	weak := map[string]string{"Content-Security-Policy": "default-src 'none' 'unsafe-eval'", "X-Content-Type-Options": "nosniff"}
	found := CheckServed("/", served(weak), want)
	require.Len(t, found, 1)
	require.Contains(t, found[0], "unsafe-eval")
}

func TestCheckHostingFindsPlantedViolations(t *testing.T) {
	want := map[string]string{"a/_headers": "/*\n  X: y\n", "a/config.json": "{}\n"}
	folder := func(files map[string]string) func(string) ([]byte, error) {
		return func(name string) ([]byte, error) {
			if text, ok := files[name]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("no such file")
		}
	}
	require.Empty(t, CheckHosting(folder(want), want))
	require.Len(t, CheckHosting(folder(nil), want), 2, "both are missing")
	stale := map[string]string{"a/_headers": "/*\n  X: y\n  X: z\n", "a/config.json": "{}\n"}
	require.Equal(t, []string{"a/_headers is not what `simten headers` writes"}, CheckHosting(folder(stale), want))
}
