package appview

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// document is the view, which a build has made.
func document(t *testing.T, studio string) string {
	t.Helper()
	text, err := HTML(studio)
	if err == ErrNotBuilt {
		t.Skip(err)
	}
	require.NoError(t, err)
	return string(text)
}

func TestTheViewIsOneDocument(t *testing.T) {
	text := document(t, "")
	require.Regexp(t, `^<!doctype html>`, text)
	require.Less(t, len(text), 32<<10)
	// The default policy of hosts lets it load nothing, and connect to nothing.
	require.Empty(t, regexp.MustCompile(`(?i)<link|<script[^>]+src|<img|\bfetch\(|XMLHttpRequest|\bimport\(|\beval\b|new Function`).FindString(text))
	style, _, _ := strings.Cut(text, "</style>")
	require.Empty(t, regexp.MustCompile(`(?i)@import|url\(`).FindString(style))
	require.Len(t, regexp.MustCompile(`(?i)</script|</style`).FindAllString(text, -1), 2)
}

func TestTheViewKnowsTheStudio(t *testing.T) {
	require.Contains(t, document(t, ""), `<html lang="en" data-studio="">`)
	require.Contains(t, document(t, "http://localhost:19847"), `<html lang="en" data-studio="http://localhost:19847">`)
	for _, studio := range []string{`http://a"onload="x`, "javascript:alert(1)", "http://a/b", "null"} {
		_, err := HTML(studio)
		require.Error(t, err, studio)
		require.NotContains(t, ResourceMeta(studio)["ui"].(map[string]any)["csp"], "frameDomains", studio)
	}
}

func TestMeta(t *testing.T) {
	text, err := json.Marshal(ResourceMeta("http://localhost:19847"))
	require.NoError(t, err)
	require.JSONEq(t, `{"ui": {"csp": {"connectDomains": [], "resourceDomains": [], "frameDomains": ["http://localhost:19847"]}, "prefersBorder": true}}`, string(text))
	text, err = json.Marshal(ToolMeta())
	require.NoError(t, err)
	require.JSONEq(t, `{"ui": {"resourceUri": "ui://simten/circuit"}}`, string(text))
	text, err = json.Marshal(Circuit{Name: "A", Values: []Value{{Name: "a", Value: "1"}}})
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "A", "cycle": 0, "values": [{"name": "a", "value": "1"}]}`, string(text))
}
