const later = async (v: number) => v + 1
void later(3).then((v) => v)
const p = Promise.resolve(8)
let w = 8; queueMicrotask(() => { w = 99 })
circuit('Async', { inputs: { a: bus(w) }, outputs: { y: bus(w) }, eval: ({ a }) => ({ y: a ^ 0x55 }) })
