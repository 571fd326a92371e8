package protocoltest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"

	"simten.dev/engine/protocol"
)

// decode reads what Tables.Encode wrote.
func decode(b []byte) (*protocol.Tables, error) {
	t := &protocol.Tables{}
	c := columns{rest: b}
	c.read(reflect.ValueOf(t).Elem())
	if c.failed == nil && len(c.rest) > 0 {
		c.failed = fmt.Errorf("%d bytes follow the tables", len(c.rest))
	}
	return t, c.failed
}

// columns reads tables; after the first problem it reads zeros.
type columns struct {
	rest   []byte
	failed error
}

func (c *columns) fail(problem string) {
	if c.failed == nil {
		c.failed = errors.New(problem)
	}
	c.rest = nil
}

func (c *columns) number() uint32 {
	n, size := binary.Uvarint(c.rest)
	if size <= 0 || n > math.MaxUint32 || size > 5 || size > 1 && c.rest[size-1] == 0 {
		c.fail("the tables end inside a number, or one is too large or written with too many bytes")
		return 0
	}
	c.rest = c.rest[size:]
	return uint32(n)
}

// length is a number of things that have at least a byte each.
func (c *columns) length() int {
	n := c.number()
	if int64(n) > int64(len(c.rest)) {
		c.fail("a list is longer than the tables")
		return 0
	}
	return int(n)
}

func (c *columns) read(v reflect.Value) {
	for i := range v.NumField() {
		switch to := v.Field(i).Addr().Interface().(type) {
		case *int:
			*to = int(c.number())
		case *string:
			n := c.length()
			if !utf8.Valid(c.rest[:n]) {
				c.fail("the text is not UTF-8")
				continue
			}
			*to = string(c.rest[:n])
			c.rest = c.rest[n:]
		case *[]uint32:
			*to = make([]uint32, c.length())
			for k := range *to {
				(*to)[k] = c.number()
			}
		default:
			list := v.Field(i)
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
			for n := c.length(); n > 0 && c.failed == nil; n-- {
				list.Set(reflect.Append(list, reflect.Zero(list.Type().Elem())))
				c.read(list.Index(list.Len() - 1))
			}
		}
	}
}
