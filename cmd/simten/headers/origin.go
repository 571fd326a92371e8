// Package headers holds every security header of the two origins, and nothing else writes one: the local server, the
// `_headers` files for static hosting and the tests all read the rules from here.
package headers

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// originForm is the strict grammar of an origin: scheme, host name, optional port, no path. Address literals of IP
// version 6 are left out because a content security policy cannot name them.
var originForm = regexp.MustCompile(`^(https?)://([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)(?::([0-9]{1,5}))?$`)

// OriginError says that a text is not an origin that a policy may name.
type OriginError struct {
	Text   string // what was given
	Reason string // what is wrong with it
}

// Error names the text, the reason and the expected form.
func (e *OriginError) Error() string {
	return fmt.Sprintf("%q is not an origin: %s; write it like https://example.org or http://localhost:3001", e.Text, e.Reason)
}

// ParseOrigin checks an origin and returns it as browsers report it: lower case, without a default port and without a
// trailing slash. The error is an *OriginError.
func ParseOrigin(text string) (string, error) {
	lower := strings.TrimSuffix(strings.ToLower(text), "/")
	parts := originForm.FindStringSubmatch(lower)
	if parts == nil {
		return "", &OriginError{Text: text, Reason: "it needs http or https, a host name and at most a port"}
	}
	scheme, host, port := parts[1], parts[2], parts[3]
	if len(host) > 253 {
		return "", &OriginError{Text: text, Reason: "the host name is longer than 253 characters"}
	}
	if port == "" {
		return scheme + "://" + host, nil
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 1 || n > 65535 {
		return "", &OriginError{Text: text, Reason: "the port is not between 1 and 65535"}
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return scheme + "://" + host, nil
	}
	return scheme + "://" + host + ":" + strconv.Itoa(n), nil
}
