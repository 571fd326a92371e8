package sandbox

import "simten.dev/engine/realm"

// JavaScript says which JavaScript interpreter programs run in: our fork with its lanes of edits, or the published one.
func JavaScript() string { return realm.ThisInterpreter().String() }
