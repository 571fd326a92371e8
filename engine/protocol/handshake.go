package protocol

// Version is the version of this protocol. The app names it in its Hello; a supervisor of another
// version answers with UNAVAILABLE and says which side to update.
const Version = 2

// Hello opens a session: the app posts it to the sandbox frame's window together with one
// MessagePort. The supervisor accepts it from its parent window and from allowed origins only.
type Hello struct {
	Hello   string `json:"hello" bounds:"6,6"`   // always "simten"
	Nonce   string `json:"nonce" bounds:"16,64"` // made fresh by the app for each frame
	Version int    `json:"version" bounds:"1,"`
	// Circuits are written in this page, so larger ones will follow: while nobody waits the engine is made ready for them.
	Editing bool `json:"editing,omitempty"`
}

// Welcome is the first message on the port. A frame that answers with another nonce is not the
// one that was asked.
type Welcome struct {
	Welcome string `json:"welcome"` // always "simten"
	Nonce   string `json:"nonce"`   // the Hello's
	Version int    `json:"version"`
	Limits  Limits `json:"limits"` // in force in this sandbox
}

// Config is what the sandbox origin's own server tells the supervisor, in /config.json.
type Config struct {
	// AppOrigins lists the origins whose pages may use this sandbox. The single entry "*" opens
	// it to every page.
	AppOrigins []string `json:"appOrigins"`
	// ModuleHost is the base address from which packages of npm are fetched: a whole one, or a path on the
	// sandbox origin. Without one, circuits cannot import packages.
	ModuleHost string `json:"moduleHost,omitempty"`
	// Limits replaces the defaults; absent means DefaultLimits.
	Limits *Limits `json:"limits,omitempty"`
}
