package headers

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readNginx gives the headers of a path as nginx takes them from maps: the first expression that matches.
func readNginx(t *testing.T, maps, directives, path string) map[string]string {
	t.Helper()
	values, aliases := map[string]string{}, map[string]string{}
	variable, found := "", false
	for _, line := range strings.Split(maps, "\n") {
		if v, ok := strings.CutPrefix(line, "map $request_uri "); ok {
			variable, found = strings.TrimSuffix(v, " {"), false
			continue
		}
		if v, ok := strings.CutPrefix(line, "map $status "); ok {
			variable = strings.TrimSuffix(v, " {")
			continue
		}
		if v, ok := strings.CutPrefix(line, "  default "); ok {
			aliases[variable] = strings.TrimSuffix(v, ";")
			continue
		}
		match := regexp.MustCompile(`^  "~(.*?)" "(.*)";$`).FindStringSubmatch(line)
		if match == nil || found || !regexp.MustCompile(match[1]).MatchString(path) {
			continue
		}
		values[variable], found = match[2], true
	}
	got := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(directives), "\n") {
		match := regexp.MustCompile(`^ *add_header (\S+) (\S+) always;$`).FindStringSubmatch(line)
		require.NotNil(t, match, line)
		of := match[2]
		if alias, ok := aliases[of]; ok {
			of = alias
		}
		if v, ok := values[of]; ok {
			got[match[1]] = v
		}
	}
	return got
}

// readCaddy gives the headers of a path as Caddy sets them, one directive after the other.
func readCaddy(t *testing.T, directives, path string) map[string]string {
	t.Helper()
	got, matching := map[string]string{}, map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(directives), "\n") {
		words := strings.SplitN(strings.TrimSpace(line), " ", 4)
		switch {
		case strings.HasPrefix(words[0], "@"):
			matching[words[0]] = regexp.MustCompile(words[2]).MatchString(path)
		case matching[words[1]]:
			got[words[2]] = strings.Trim(words[3], `"`)
		}
	}
	return got
}

// The settings for other servers mean the same as the rules, for every kind of path.
func TestServersMeanTheSame(t *testing.T) {
	for name, rules := range map[string]Rules{"app": App(local), "sandbox": Sandbox(local)} {
		maps, directives := rules.Nginx(name)
		for _, path := range []string{
			"/", "/index.html", "/play", "/play.html", "/play/", "/embed-demo/", "/assets/a.js", "/assets/worker-a.js", "/assets/a.js.map",
			"/embed/e.js", "/embed/assets/e.js", "/config.json", "/config.jsonx", "/xconfig.json", "/favicon.svg", "/none", "/404.html", "/a/b.html",
		} {
			want := map[string]string{}
			for _, f := range rules.For(path) {
				want[f.Name] = f.Value
			}
			require.Equal(t, want, readNginx(t, maps, directives, path), "nginx, %s %s", name, path)
			require.Equal(t, want, readCaddy(t, rules.Caddy(), path), "Caddy, %s %s", name, path)
		}
		for _, rule := range rules {
			for _, f := range rule.Fields {
				require.NotRegexp(t, `["\\${}]`, f.Value, "a sign that one of the servers expands")
			}
		}
	}
}
