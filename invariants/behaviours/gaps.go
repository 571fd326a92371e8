package behaviours

const (
	noSource  = "circuits are not written back as source text"
	noHandle  = "there is no simulate() handle for tests of a circuit"
	noHistory = "a run keeps no history to step through; snapshots and restoring exist (M45)"
	noVerify  = "there is no verify module"
)

// Gaps are the behaviours that are missing, or that hold in part.
var Gaps = map[string]Gap{
	"D89": {noSource, false},
	"D90": {noSource, false},
	"D91": {noSource, false},
	"D92": {noSource, false},
	"D93": {"circuits carry their place once compiled; a text that does not compile is not scanned for names", false},
	"M36": {"simten sim and the page do not tick a circuit without state; a machine that is told to counts cycles", true},
	"M43": {"contents given from outside do not survive reset, and no request gives them", true},
	"M48": {noHistory, false},
	"M49": {noHistory, false},
	"M50": {noHistory, false},
	"M51": {noHistory, false},
	"M52": {noHandle, false},
	"M53": {noHandle, false},
	"M54": {noHandle, false},
	"M63": {"the values are right; the run lengths and the steady state of simulateCircuit's result do not exist", true},
	"M67": {"simten check gives every problem with its code; the analysis of components is not in its answer", true},
	"M68": {noVerify, false},
	"M69": {noVerify, false},
	"M70": {noVerify, false},
	"M71": {noVerify, false},
	"M72": {noVerify, false},
	"M73": {noVerify, false},
}
