package modules

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"regexp"
)

// Lock pins what a circuit imports, so that it is the same tomorrow and on another machine: each package to a version,
// each module to a hash. It travels with the circuit.
type Lock struct {
	// Host is the base address of the module host that the hashes are of. Another host compiles the same version to other
	// bytes; there the versions hold and the hashes are made anew.
	Host string `json:"host"`
	// Packages are the versions, by what the source asks for: "fast-check" or "fast-check@4" to "4.10.2".
	Packages map[string]string `json:"packages"`
	// Modules are the SHA-256 hashes of the modules' bytes, in base64 for addresses, by path on the host.
	Modules map[string]string `json:"modules"`
}

// Bounds of a lock, which comes from outside with a circuit.
const (
	maxLockEntries = 4096
	hashLength     = 43 // characters of a hash in base64 without padding
)

// Valid reports whether a lock that came from outside is one: addresses, paths, versions and hashes that the policy
// allows.
func (l *Lock) Valid() bool {
	if len(l.Packages) > maxLockEntries || len(l.Modules) > maxLockEntries {
		return false
	}
	if _, refusal := ParseHost(l.Host); refusal != nil {
		return false
	}
	for key, version := range l.Packages {
		if s, refusal := ParseSpecifier(key); refusal != nil || s.Path != "" || !isVersion(version) {
			return false
		}
	}
	for path, hash := range l.Modules {
		if _, refusal := ParsePath(path); refusal != nil || len(hash) != hashLength {
			return false
		}
	}
	return true
}

// hashOf is the form in which a lock keeps a hash.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// versionIn finds the version that a host chose for a package: in the path to which it redirected, or else in the first
// path of its own that the entry module names.
func versionIn(name, final, text string) string {
	form := regexp.MustCompile(`/` + regexp.QuoteMeta(name) + `@([0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?)[/&?"']`)
	for _, where := range []string{final + `"`, text} {
		if m := form.FindStringSubmatch(where); m != nil && isVersion(m[1]) {
			return m[1]
		}
	}
	return ""
}

// With is a lock that also pins what another one does, for a program of several files. Either may be nil.
func (l *Lock) With(other *Lock) *Lock {
	if l == nil || other == nil {
		return cmp.Or(l, other)
	}
	all := &Lock{Host: l.Host, Packages: maps.Clone(l.Packages), Modules: maps.Clone(l.Modules)}
	maps.Copy(all.Packages, other.Packages)
	maps.Copy(all.Modules, other.Modules)
	return all
}
