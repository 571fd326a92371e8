circuit({ inputs: { a: bit }, outputs: { y: bit } })
