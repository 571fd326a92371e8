package process_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
	"simten.dev/process"
)

const adder = `circuit('Sum', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { y: bus(8) },
  nodes: { s: Adder({ width: 8 }) },
  connect: ({ inputs, outputs, nodes: { s } }) => [inputs.a.to(s.a), inputs.b.to(s.b), s.sum.to(outputs.y)],
})`

// Compile and simulate a circuit from somebody else. The first line of main is process.Main().
func Example() {
	box, err := sandbox.New(sandbox.Config{Home: process.Self()})
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()
	sim, err := box.Simulate(context.Background(), sandbox.Source{Text: adder})
	if err != nil {
		log.Fatal(err) // a code, the place and what to do
	}
	defer sim.Close()
	_ = sim.Set(context.Background(), map[string]circuit.Value{"a": circuit.Uint(30), "b": circuit.Uint(12)})
	y, err := sim.Value(context.Background(), "y")
	fmt.Println(y, err)
	// Output: 42 <nil>
}

// Run a function of somebody else on data of one's own.
func Example_execute() {
	box, err := sandbox.New(sandbox.Config{Home: process.Self()})
	if err != nil {
		log.Fatal(err)
	}
	defer box.Close()
	done, err := box.Execute(context.Background(), "(list: number[]) => list.filter((n) => n % 2).length", []int{1, 2, 3})
	fmt.Println(string(done.Result), err)
	_, err = box.Execute(context.Background(), "() => { while (true); }", nil)
	code, _, _ := strings.Cut(err.Error(), ":") // a message with the place follows
	fmt.Println(code)
	// Output:
	// 2 <nil>
	// TIMEOUT
}
