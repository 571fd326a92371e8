// A reorder buffer of 16 records. Each field is a memory; the lambda takes them apart into records, which it changes at
// three indices, and writes all of them back.
const SIZE = 16

circuit('Reorder', {
  outputs: { out: bus(32) },
  state: {
    busy: mem(SIZE, 1),
    done: mem(SIZE, 1),
    dest: mem(SIZE, 5),
    value: mem(SIZE, 32),
    head: reg(4),
    tail: reg(4),
    count: reg(5),
    sum: reg(32),
    x: reg(32, 1),
  },
  eval: ({ head, count, sum }) => ({ out: (sum ^ (head << 28) ^ count) >>> 0 }),
  onTick: ({ busy, done, dest, value, head, tail, count, sum, x }) => {
    const slots = Array.from({ length: SIZE }, (_, i) => ({
      busy: busy[i] === 1,
      done: done[i] === 1,
      dest: dest[i],
      value: value[i],
    }))
    x ^= x << 13
    x ^= x >>> 17
    x = (x ^ (x << 5)) >>> 0

    // issue
    if (count < SIZE && x & 1) {
      slots[tail] = { ...slots[tail], busy: true, done: false, dest: (x >>> 4) & 31 }
      tail = (tail + 1) & 15
      count++
    }

    // complete
    const slot = slots[(x >>> 10) & 15]
    if (slot.busy && !slot.done) {
      slot.done = true
      slot.value = (x + slot.dest) >>> 0
    }

    // retire
    const oldest = slots[head]
    if (oldest.busy && oldest.done) {
      oldest.busy = false
      sum = (sum + oldest.value) >>> 0
      head = (head + 1) & 15
      count--
    }

    slots.forEach((slot, i) => {
      busy[i] = slot.busy ? 1 : 0
      done[i] = slot.done ? 1 : 0
      dest[i] = slot.dest
      value[i] = slot.value
    })
    return { busy, done, dest, value, head, tail, count, sum, x }
  },
})
