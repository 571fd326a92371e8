package builtin

// Connect gives methods of the language what they need of those above them, and the packages below what they need.
func (l *Lowering) Connect(language Language) {
	l.Lowering.Connect()
	l.Language = language
	l.Language.Apply = l.apply
}
