package sandbox

import (
	"sync"

	"simten.dev/engine/circuit"
	"simten.dev/engine/realm"
)

// spare holds one realm made in advance: loading the library is most of what a small compile costs.
var spare struct {
	sync.Mutex
	realm *realm.Realm
}

// Warm makes the next Compile start at once. Hosts call it when they are idle.
func Warm() error {
	spare.Lock()
	defer spare.Unlock()
	if spare.realm != nil {
		return nil
	}
	r, err := realm.New(realm.Options{})
	if err != nil {
		return err
	}
	spare.realm = r
	return nil
}

// takeRealm gives a pristine realm, the spare one if there is one. A realm is never used for two
// programs.
func takeRealm(l Limits, grants circuit.Grants) (r *realm.Realm, err error) {
	defer func() { current.Store(r) }()
	options := l.realm()
	options.Grants = grants
	spare.Lock()
	r = spare.realm
	spare.realm = nil
	spare.Unlock()
	if r != nil {
		r.Configure(options)
		return r, nil
	}
	return realm.New(options)
}

// NewRealm makes a realm for a host that drives it itself. The Watch of this process looks at it from now on.
func NewRealm(l Limits, grants circuit.Grants, alive func()) (*realm.Realm, error) {
	o := l.realm()
	o.Grants, o.Alive = grants, alive
	r, err := realm.New(o)
	if err == nil {
		LookAt(r)
	}
	return r, err
}

// LookAt makes a realm the one that the Watch of this process looks at: again, when another program was compiled in
// between.
func LookAt(r *realm.Realm) { current.Store(r) }
