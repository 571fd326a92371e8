//go:build !linux || (!amd64 && !arm64)

package seal

import (
	"fmt"
	"runtime"
)

// Process takes nothing away on this system.
func Process(Needs) Report { return Available() }

// Available says what Process would take away.
func Available() Report {
	return Report{Missing: fmt.Sprintf("%s on %s has neither Landlock nor seccomp that are used here", runtime.GOOS, runtime.GOARCH)}
}
