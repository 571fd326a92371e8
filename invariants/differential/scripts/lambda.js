// How lambdas are called and what becomes of their results, as docs/language.md says it: for the reference only.

const $bits = (v, width, last) => {
  let n
  if (v === undefined) return last
  if (typeof v === 'bigint') n = v
  else if (typeof v === 'boolean') n = v ? 1n : 0n
  else n = Number.isFinite(v) ? BigInt(Math.trunc(v)) : 0n
  return BigInt.asUintN(width, n)
}

// Calls a lambda with vectors of values of its inputs, which are unsigned decimal numbers.
const $lambda = (log, f, inputs, outputs, vectors) => {
  const last = {} // a result that is undefined leaves its output as it is
  for (const vector of vectors) {
    const given = {}
    inputs.forEach(([name, width], i) => {
      const v = BigInt(vector[i])
      given[name] = width > 32 ? v : Number(width === 32 ? BigInt.asIntN(32, v) : v)
    })
    try {
      const result = f(given)
      for (const [name, width] of outputs) last[name] = $bits(result[name], width, last[name] ?? 0n)
      log(outputs.map(([name]) => String(last[name])).join(' '))
    } catch (e) {
      if (vector === vectors[0]) return log('throws at the start') // a circuit begins with all inputs 0
      log('throws')
    }
  }
}
