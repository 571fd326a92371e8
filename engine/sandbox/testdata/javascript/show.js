// show gives the text of a value: -0, holes, kinds of objects and bigints can be told apart in it.
const show = (v, depth = 0) => {
  if (Object.is(v, -0)) return '-0'
  if (typeof v === 'bigint') return v + 'n'
  if (typeof v === 'string') return JSON.stringify(v)
  if (typeof v === 'function') return 'function'
  if (v === null || typeof v !== 'object') return String(v)
  if (depth > 4) return '…'
  const items = (list) => '[' + list.join(', ') + ']'
  if (Array.isArray(v)) {
    const shown = []
    for (let i = 0; i < v.length && i < 50; i++) shown.push(i in v ? show(v[i], depth + 1) : '<hole>')
    return items(shown) + (v.length > 50 ? v.length : '')
  }
  if (v instanceof Map) return 'Map' + show([...v], depth + 1)
  if (v instanceof Set) return 'Set' + show([...v], depth + 1)
  if (v instanceof Error) return v.name
  if (ArrayBuffer.isView(v) && !(v instanceof DataView)) return v.constructor.name + show([...v], depth + 1)
  return '{' + Reflect.ownKeys(v).map((k) => String(k) + ': ' + show(v[k], depth + 1)).join(', ') + '}'
}
const run = (n, f) => {
  let out
  try {
    out = show(f())
  } catch (e) {
    out = 'throws ' + (e?.name ?? show(e))
  }
  console.log('#' + n + ' ' + out)
}
// edges are numbers at which conversions and operators change what they do.
const edges = [
  0, -0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, NaN, Infinity, -Infinity, 1e21, -1e21, 1e-7, -1e-7, 123.456, -123.456, 2 ** 31,
  -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 53+2, -(2 ** 53), 2 ** 63, -(2 ** 63), 2 ** 64, 5e-324, 1.7976931348623157e308, 0.1, 1/3, 1e300, -1e-320, 255, 1e15, 4294967295.5,
]
