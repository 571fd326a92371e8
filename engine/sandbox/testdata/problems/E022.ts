// circuit: HalfAder
circuit('HalfAdder', { inputs: { a: bit, b: bit } })
