package behaviours

const (
	noSource = "circuits are not written back as source text"
	noVerify = "there is no verify module"
)

// Gaps are the behaviours that are missing, or that hold in part.
var Gaps = map[string]Gap{
	"D89": {noSource, false},
	"D90": {noSource, false},
	"D91": {noSource, false},
	"D92": {noSource, false},
	"D93": {"circuits carry their place once compiled; a text that does not compile is not scanned for names", false},
	"M63": {"the values are right; the run lengths and the steady state of simulateCircuit's result do not exist", true},
	"M67": {"simten check gives every problem with its code; the analysis of components is not in its answer", true},
	"M68": {noVerify, false},
	"M69": {noVerify, false},
	"M70": {noVerify, false},
	"M71": {noVerify, false},
	"M72": {noVerify, false},
	"M73": {noVerify, false},
}
