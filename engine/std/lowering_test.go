package std_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// opaque is what stays interpreted, and why: an array of 32 GiB, which only a sparse map can hold.
var opaque = map[string]string{
	"DualPortRAM({ addressWidth: 32, dataWidth: 64 })": "too many cells",
}

// TestLowering compiles every component to word-level operations: none may stay opaque, which would
// mean calling JavaScript from the compiled simulation.
func TestLowering(t *testing.T) {
	var parts []string
	for _, row := range table {
		parts = append(parts, row.name+"()")
	}
	parts = append(parts, "UART_RX({ text: 'hello' })", "Pmux({ width: 8, sWidth: 3 })", "Mem({ rdPorts: 2 })", "Dlatch({ width: 8 })", "Button",
		"Constant({ value: 255 })", "Input({ value: 1000 })", "RV32I_Core({ debug: true })", "ROM({ memory: [1, 2, 3] })", "DualPortRAM({ addressWidth: 32, dataWidth: 64 })",
		"Concat({ hiWidth: 32, loWidth: 32 })", "BitSlice({ low: 40, high: 90 })", "Slice({ inWidth: 128, offset: 3, width: 64 })", "SignExtend({ inWidth: 32, outWidth: 64 })",
		"ZeroExtend({ inWidth: 32, outWidth: 64 })", "DynamicSlice({ inWidth: 128, shiftWidth: 7, outWidth: 64 })", "LogicAnd({ aWidth: 64, bWidth: 65 })",
		"DynamicSlice({ inWidth: 8, shiftWidth: 33 })", "Constant({ value: 12345678901234567890n, width: 64 })", "Input({ value: 1n, width: 100 })", "Register({ width: 128 })")
	for _, o := range oracles {
		for _, width := range []int{1, 31, 32, 33, 64, 65, 512} {
			parts = append(parts, fmt.Sprintf("%s({ width: %d })", o.name, width))
		}
	}
	for _, part := range parts {
		t.Run(part, func(t *testing.T) {
			_, hints, err := compile(t, wrap(part)).Netlist(context.Background())
			require.NoError(t, err)
			if reason, ok := opaque[part]; ok {
				require.Len(t, hints, 1)
				require.Contains(t, hints[0].Message, reason, "when this fails because it is compiled now, remove it from the list")
				return
			}
			for _, h := range hints {
				t.Errorf("%s: %s", h.Code, h.Message)
			}
		})
	}
}
