// Package choice makes one value of two: if-conversion, by multiplexers.
//
// A condition and two values come in, what paths made of a variable; a value goes out, whose range holds both. Where
// they are of different types, or one number decides which of many they are (a selection), the value is a choice; the
// truth of such values, and whether they are nothing, is here too. Other operators are in the packages
// above: a new form of choice is a case of Choose (choice.go).
package choice
