package protocol

import (
	"encoding/binary"
	"reflect"
)

// Encode writes tables as they travel.
func (t *Tables) Encode() []byte {
	return appendColumns(nil, reflect.ValueOf(t).Elem())
}

func appendColumns(b []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		switch field := v.Field(i).Interface().(type) {
		case int:
			b = binary.AppendUvarint(b, uint64(field))
		case string:
			b = binary.AppendUvarint(b, uint64(len(field)))
			b = append(b, field...)
		case []uint32:
			b = binary.AppendUvarint(b, uint64(len(field)))
			for _, n := range field {
				for n >= 0x80 {
					b = append(b, byte(n)|0x80)
					n >>= 7
				}
				b = append(b, byte(n))
			}
		default: // a list of tables
			list := v.Field(i)
			b = binary.AppendUvarint(b, uint64(list.Len()))
			for k := range list.Len() {
				b = appendColumns(b, list.Index(k))
			}
		}
	}
	return b
}
