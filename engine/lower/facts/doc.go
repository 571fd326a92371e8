// Package facts says what is known of values beyond their types: that a range is smaller where a test has been passed
// (narrowing), how far a variable goes that a loop changes by a constant (induction), whether a number fits a port, and
// what a lambda may be lowered without (speculation).
package facts
