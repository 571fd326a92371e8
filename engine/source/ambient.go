package source

// withoutDeclare blanks the word declare before an enum: nothing but this file exists, so that the enum can only be
// meant to be made here. esbuild would leave it out, as an enum of another file.
func withoutDeclare(text string, tokens []scanned) string {
	var b []byte
	word := func(i int) string {
		if i >= len(tokens) {
			return ""
		}
		return text[tokens[i].start:tokens[i].end]
	}
	for i := range tokens {
		if word(i) != "declare" || !beginsStatement(text, tokens, i) {
			continue
		}
		if word(i+1) != "enum" && (word(i+1) != "const" || word(i+2) != "enum") || tokens[i+1].newline {
			continue
		}
		if b == nil {
			b = []byte(text)
		}
		for k := tokens[i].start; k < tokens[i].end; k++ {
			b[k] = ' '
		}
	}
	if b == nil {
		return text
	}
	return string(b)
}

// beginsStatement reports that a statement may begin with a token.
func beginsStatement(text string, tokens []scanned, i int) bool {
	if i == 0 || tokens[i].newline {
		return true
	}
	switch text[tokens[i-1].start:tokens[i-1].end] {
	case ";", "}", "{", "export":
		return true
	}
	return false
}

// Declared is what the word declare stands before where the file declares a name in that way only, such as "const"; ""
// when it does not.
func (s *Script) Declared(name string) string {
	tokens := scan(s.Text)
	word := func(i int) string {
		if i >= len(tokens) {
			return ""
		}
		return s.Text[tokens[i].start:tokens[i].end]
	}
	for i := range tokens {
		if word(i) != "declare" || !beginsStatement(s.Text, tokens, i) {
			continue
		}
		k := i + 1
		for word(k) == "abstract" || word(k) == "async" {
			k++
		}
		switch word(k) {
		case "const", "let", "var", "function", "class", "namespace", "module":
			if word(k+1) == name {
				return word(k)
			}
		}
	}
	return ""
}
