//go:build !unix

package mcp

import (
	"context"
	"time"

	"simten.dev/engine/protocol"
)

// verifyOnHost refuses: without process groups, whatever a testbench has started cannot be ended with it.
func (c *call) verifyOnHost(context.Context, VerifyInput, []byte, time.Duration) (*VerifyOutput, string, error) {
	return nil, "", failed(protocol.ErrUnavailable, "This system runs testbenches in the sandbox only.",
		"Leave trust out.", "verify_circuit")
}
