package lower

// Parameter says how often a text has been lowered with parameters in the place of numbers, and how many nodes are
// copies of one with other numbers.
func (w *Lowerer) Varied() (tried, copies int) {
	for _, f := range w.families {
		tried += f.tried
	}
	return tried, w.copies
}
