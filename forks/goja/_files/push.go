package goja

// maxPushed is the length up to which pushed appends: far below the lengths at which arrays become
// sparse or fail.
const maxPushed = 1 << 24

// pushed appends to an array whose elements stand in a row and whose prototypes have none, or reports that it is
// another.
func (a *arrayObject) pushed(values []Value) bool {
	if !a.extensible || !a.lengthProp.writable || uint32(len(a.values)) != a.length || len(a.values)+len(values) > maxPushed || !elementless(a.prototype) {
		return false
	}
	a.values = append(a.values, values...)
	a.length += uint32(len(values))
	a.objCount += len(values)
	return true
}

// elementless reports that a prototype of arrays and that of objects behind it are the built-in ones, without elements.
func elementless(prototype *Object) bool {
	if prototype == nil {
		return false
	}
	arrays, ok := prototype.self.(*templatedArrayObject)
	if !ok {
		return false
	}
	arrays.ensurePropOrder()
	arrays.materialiseProto()
	if arrays.idxPropCount != 0 || arrays.prototype == nil {
		return false
	}
	objects, ok := arrays.prototype.self.(*templatedObject)
	if !ok {
		return false
	}
	objects.ensurePropOrder()
	objects.materialiseProto()
	return objects.idxPropCount == 0 && objects.prototype == nil
}
