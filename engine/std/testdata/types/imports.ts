// The same names by import.

import { circuit as make, bit as wire } from '@simten/core/circuit'
import { And as G, Register } from '@simten/core/std'
import * as simten from '@simten/core'

make('Imported', {
  inputs: { a: wire },
  nodes: { g: G, r: Register({ width: 4 }), n: simten.Not },
  connect: ({ inputs, nodes: { g, r, n } }) => [inputs.a.to(g.a, n.in), g.out.to(r.data)],
})
