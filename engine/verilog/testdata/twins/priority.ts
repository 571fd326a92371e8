circuit('Priority', {
  inputs: { request: bus(8) },
  outputs: { grant: bus(3), any: bit },
  eval: ({ request }) => {
    let grant = 0
    for (let i = 7; i >= 0; i--) if ((request >> i) & 1) grant = i
    return { grant, any: request !== 0 ? 1 : 0 }
  },
})
