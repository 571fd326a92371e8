package word

// Conditions of rules (engine/word/rules), besides those that other code asks, too.

// always reports whether a condition is a constant that holds.
func (b *Builder) always(x ID) bool {
	c, ok := b.ConstValue(x)
	return ok && c.Lo != 0
}

// isFlag reports whether only the lowest bit of a value can be set.
func (b *Builder) isFlag(x ID) bool { return b.KnownBits(x) <= 1 }

// isPositive reports whether a value, read with a sign, is not below zero.
func (b *Builder) isPositive(x ID) bool { return b.KnownBits(x) < b.Width(x) }

// isBeyond reports whether a mask of up to 64 bits has none that can be set in a value.
func (b *Builder) isBeyond(mask, x ID) bool {
	c, ok := b.ConstValue(mask)
	return ok && b.Width(mask) <= 64 && c.Lo&Mask64(uint(b.KnownBits(x))) == 0
}
