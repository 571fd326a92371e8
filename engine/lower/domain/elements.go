package domain

// Elements is what an array holds: anything, or the numbers of one kind that a typed array holds.
type Elements uint8

const (
	Anything Elements = iota // no typed array
	Int8s
	Uint8s
	Clamped // Uint8ClampedArray
	Int16s
	Uint16s
	Int32s
	Uint32s
	Float32s
	Float64s
	OtherNumbers // of a typed array outside the lambda; they are only read
)

// TypedArrays are the classes of which a lambda can make arrays.
var TypedArrays = map[string]Elements{
	"Int8Array": Int8s, "Uint8Array": Uint8s, "Uint8ClampedArray": Clamped, "Int16Array": Int16s, "Uint16Array": Uint16s, "Int32Array": Int32s, "Uint32Array": Uint32s, "Float32Array": Float32s, "Float64Array": Float64s,
}
