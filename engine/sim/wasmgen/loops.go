package wasmgen

import "simten.dev/engine/sim/wasmgen/encode"

// counted runs body once, and again as long as i, which then grows by a step, is below limit. i and limit are locals of
// 32 bits.
func counted(c *encode.Code, i, step, limit uint32, body func()) {
	c.Loop(encode.None)
	body()
	c.LocalGet(i)
	c.I32(int32(step))
	c.Op(encode.I32Add)
	c.LocalTee(i)
	c.LocalGet(limit)
	c.Op(encode.I32LtU)
	c.BrIf(0)
	c.End()
}

// advance adds to a local of 32 bits.
func advance(c *encode.Code, local uint32, by int32) {
	c.LocalGet(local)
	c.I32(by)
	c.Op(encode.I32Add)
	c.LocalSet(local)
}
