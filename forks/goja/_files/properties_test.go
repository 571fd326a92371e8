package goja

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/dop251/goja/unistring"
)

// TestProperties: properties are those of a map, whatever is set and removed.
func TestProperties(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 9))
		var p properties
		want := map[unistring.String]Value{}
		names := 1 + random.IntN(80)
		for range 400 {
			name := unistring.String(fmt.Sprintf("%.*d", random.IntN(3), random.IntN(names)))
			switch random.IntN(5) {
			case 0, 1:
				value := intToValue(random.Int64N(1000))
				p.set(name, value)
				want[name] = value
			case 2:
				if random.IntN(3) == 0 {
					p.set(name, nil)
					want[name] = nil
				}
			case 3:
				p.remove(name)
				delete(want, name)
			}
			got, there := p.find(name)
			if value, is := want[name]; got != value || there != is {
				t.Fatalf("seed %d: %q is %v, %v, not %v, %v", seed, name, got, there, value, is)
			}
			if len(p.list) != len(want) {
				t.Fatalf("seed %d: %d instead of %d", seed, len(p.list), len(want))
			}
		}
		for name, value := range want {
			if p.get(name) != value {
				t.Fatalf("seed %d: %q is %v", seed, name, p.get(name))
			}
		}
	}
}

// TestManyRemoved: what is set and removed in turns takes no more room, and time, than what is there.
func TestManyRemoved(t *testing.T) {
	var p properties
	for i := range 100_000 {
		p.set(unistring.String(fmt.Sprint(i)), intToValue(1))
		if i >= 20 {
			p.remove(unistring.String(fmt.Sprint(i - 20)))
		}
	}
	if len(p.list) != 20 || len(p.index.slots) > 256 {
		t.Fatal(len(p.list), len(p.index.slots))
	}
}
