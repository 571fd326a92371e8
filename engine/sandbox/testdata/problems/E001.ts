circuit('Top', { inputs: { a: bit, }
