// Package text is texts that depend on values: letters with a presence mask, messages of errors, state fields.
//
// A value comes in, and a text of it goes out (AsText), or letters of which some may be missing (letters.go). Methods
// of texts are in package builtin; what they need of letters is here.
package text
