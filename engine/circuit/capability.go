package circuit

import "fmt"

// Capability is something beyond the language itself that a program may be granted. Nothing is granted by default.
type Capability string

const (
	// CapConsole lets a program print with console.log and its kin.
	CapConsole Capability = "console"
	// CapClock lets a program ask for the time. The clock stands still, so that runs repeat exactly.
	CapClock Capability = "clock"
	// CapRandom lets a program draw random numbers. They are the same in each run.
	CapRandom Capability = "random"
	// CapModules lets a program import packages of npm.
	CapModules Capability = "modules"
)

// CapabilityInfo describes one capability.
type CapabilityInfo struct {
	Name  Capability
	Gives string // what a program does with it
}

// Capabilities is the table of all of them.
var Capabilities = []CapabilityInfo{
	{CapConsole, "printing with console.log"},
	{CapClock, "asking for the time with Date and performance.now"},
	{CapRandom, "drawing numbers with Math.random and crypto.getRandomValues"},
	{CapModules, "importing packages of npm"},
}

// Grants are the capabilities that a host gives to a program. The zero value grants nothing.
type Grants []Capability

// AllGrants grants every capability. It is what a host says that trusts its user with all of them, such as the command
// line.
func AllGrants() Grants {
	all := make(Grants, len(Capabilities))
	for i, c := range Capabilities {
		all[i] = c.Name
	}
	return all
}

// Has reports whether a capability is granted.
func (g Grants) Has(c Capability) bool {
	for _, granted := range g {
		if granted == c {
			return true
		}
	}
	return false
}

// Denied is the message and the advice for a use of a capability that is not granted.
func (c Capability) Denied() (message, advice string) {
	gives := string(c)
	for _, info := range Capabilities {
		if info.Name == c {
			gives = info.Gives
		}
	}
	return fmt.Sprintf("The capability '%s' is not granted to this circuit: %s.", c, gives),
		fmt.Sprintf("Do without it, or let the page that runs the circuit grant '%s' in its compile request.", c)
}
