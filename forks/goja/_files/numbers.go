package goja

// smallNumbers are the texts of the numbers from 0 on.
var smallNumbers [1024]String

func init() {
	for i := range smallNumbers {
		smallNumbers[i] = asciiString(valueInt(i).String())
	}
}
