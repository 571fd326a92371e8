package protocol

// Limits are the bounds of one sandbox. They are written here once; the generated TypeScript
// carries the defaults to the supervisor and the app.
type Limits struct {
	RunMilliseconds   int `json:"runMilliseconds"`   // a request or a step of a run that takes longer is stopped
	MemoryMebibytes   int `json:"memoryMebibytes"`   // maximum of the engine's WebAssembly memory
	SourceBytes       int `json:"sourceBytes"`       // of one compile, UTF-8
	MessageBytes      int `json:"messageBytes"`      // of one request other than compile, and of one reply
	Slots             int `json:"slots"`             // per page
	TicksPerRequest   int `json:"ticksPerRequest"`   // of one tick request
	NodesPerCircuit   int `json:"nodesPerCircuit"`   // primitives after flattening
	RequestsPerSecond int `json:"requestsPerSecond"` // per page, sustained
	ReadyMilliseconds int `json:"readyMilliseconds"` // the sandbox page and engine must be up within
}

// DefaultLimits are in force unless a host configures others.
var DefaultLimits = Limits{
	RunMilliseconds:   5_000,
	MemoryMebibytes:   512,
	SourceBytes:       1 << 20,
	MessageBytes:      16 << 20,
	Slots:             32,
	TicksPerRequest:   10_000_000,
	NodesPerCircuit:   2_000_000,
	RequestsPerSecond: 1_000,
	ReadyMilliseconds: 15_000,
}
