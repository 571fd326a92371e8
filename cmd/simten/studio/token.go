package studio

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"sync"
)

// processToken is the token of this process: made once, kept in memory only. It is the same after a studio was closed
// and started again, so that open tabs find it, and another for each process, so that a stale tab gets nothing from the
// next one.
var processToken = sync.OnceValue(func() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // it never fails; without random numbers the program ends
	return base64.RawURLEncoding.EncodeToString(random[:])
})

// sameToken compares without telling by its time how much of a guess is right.
func sameToken(guess, token string) bool {
	return subtle.ConstantTimeCompare([]byte(guess), []byte(token)) == 1
}
