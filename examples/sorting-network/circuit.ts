// Sorts eight numbers without a clock and without a program:
// 19 sorters for two numbers each, wired in a fixed pattern
// (Batcher's odd-even merge sort). The pattern does not look
// at the numbers, so that the sorters of one stage all work
// at the same time.
const COUNT = 8

const Sort2 = circuit('Sort2', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { low: bus(8), high: bus(8) },
  nodes: {
    compare: Comparator({ width: 8 }),
    low: Mux({ width: 8 }),
    high: Mux({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: { compare, low, high } }) => [
    inputs.a.to(compare.a, low.in0, high.in1),
    inputs.b.to(compare.b, low.in1, high.in0),
    // When a is the greater one, the two change places.
    compare.gt.to(low.sel, high.sel),
    low.out.to(outputs.low),
    high.out.to(outputs.high),
  ],
})

// The pairs of lines to compare, in order. Sorted runs of
// 1, 2 and 4 lines are merged into runs of twice the length;
// to merge, compare at a distance of half of the result, then
// of a quarter, and so on.
const pairs: [number, number][] = []
for (let run = 1; run < COUNT; run *= 2) {
  for (let distance = run; distance >= 1; distance /= 2) {
    for (
      let first = distance % run;
      first + distance < COUNT;
      first += 2 * distance
    ) {
      for (
        let i = first;
        i < Math.min(first + distance, COUNT - distance);
        i++
      ) {
        const sameRun =
          Math.floor(i / (2 * run)) === Math.floor((i + distance) / (2 * run))
        if (sameRun) pairs.push([i, i + distance])
      }
    }
  }
}

circuit('SortingNetwork', {
  inputs: {
    a: bus(8),
    b: bus(8),
    c: bus(8),
    d: bus(8),
    e: bus(8),
    f: bus(8),
    g: bus(8),
    h: bus(8),
  },
  outputs: {
    least: bus(8),
    second: bus(8),
    third: bus(8),
    fourth: bus(8),
    fifth: bus(8),
    sixth: bus(8),
    seventh: bus(8),
    greatest: bus(8),
  },
  nodes: { sort: pairs.map(() => Sort2) },
  connect: ({ inputs: i, outputs: o, nodes: { sort } }) => {
    // The eight lines from left to right: `line` holds what
    // each of them comes from so far.
    const entry = [i.a, i.b, i.c, i.d, i.e, i.f, i.g, i.h]
    const exit = [
      o.least,
      o.second,
      o.third,
      o.fourth,
      o.fifth,
      o.sixth,
      o.seventh,
      o.greatest,
    ]
    const line: Pick<(typeof entry)[number], 'to'>[] = [...entry]
    const wires = sort.flatMap((s, k) => {
      const [upper, lower] = pairs[k]
      const both = [line[upper].to(s.a), line[lower].to(s.b)]
      line[upper] = s.low
      line[lower] = s.high
      return both
    })
    return [...wires, ...line.map((l, k) => l.to(exit[k]))]
  },
})
