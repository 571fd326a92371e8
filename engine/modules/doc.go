// Package modules brings packages of npm to a circuit: which specifiers may be imported (policy.go), the modules that
// are known (store.go), the versions and hashes that a circuit is locked to (lock.go), and the bundle that runs in the
// realm (bundle.go).
//
// It fetches nothing. A bundle that lacks modules names them by their path on the module host; the caller fetches
// those, puts them into the Store, and asks again. So fetching has time limits of its own, and an engine without a
// network has no code for one.
package modules
