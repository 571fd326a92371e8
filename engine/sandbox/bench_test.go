package sandbox

import (
	"context"
	"testing"

	"simten.dev/engine/realm"
)

func BenchmarkCompileHalfAdder(b *testing.B) {
	for b.Loop() {
		if _, err := Compile(context.Background(), Source{Text: halfAdder, Harness: true}, Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRealm(b *testing.B) {
	for b.Loop() {
		if _, err := realm.New(realm.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStepCounter(b *testing.B) {
	c, err := Compile(context.Background(), Source{Text: counter}, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	m, err := c.NewMachine(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Step(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
