// What the reference computes otherwise than the engine, which rounds once: powers. $power is ** with the number nearest to the exact
// result, in arithmetic with whole numbers. The names are those of the reference only.

const $bits = 320n // behind the binary point

// The logarithm of a / b, for numbers near each other.
const $logOf = (a, b) => {
  const s = ((a - b) << $bits) / (a + b)
  const square = (s * s) >> $bits
  let sum = 0n
  let power = s
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n
    power = (power * square) >> $bits
  }
  return 2n * sum
}

const $ln2 = $logOf(2n, 1n)

// A finite number as a whole number and a power of two.
const $parts = (x) => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const raw = view.getBigUint64(0)
  const exponent = (raw >> 52n) & 2047n
  let whole = (raw & ((1n << 52n) - 1n)) | (exponent ? 1n << 52n : 0n)
  let shift = (exponent || 1n) - 1075n
  while (whole !== 0n && !(whole & 1n)) {
    whole >>= 1n
    shift++
  }
  return [whole, shift]
}

const $lengthOf = (n) => BigInt(n.toString(2).length)

// The number nearest to whole · 2^shift; the even one of two.
const $nearest = (whole, shift) => {
  if (whole === 0n) return 0
  const length = $lengthOf(whole)
  const least = -1074n // the exponent of the smallest number
  let drop = length - 53n
  if (shift + drop < least) drop = least - shift
  if (drop > 0n) {
    const half = 1n << (drop - 1n)
    const rest = whole & ((1n << drop) - 1n)
    whole >>= drop
    shift += drop
    if (rest > half || (rest === half && whole & 1n)) whole += 1n
  }
  if ($lengthOf(whole) + shift > 1024n) return Infinity
  let x = Number(whole)
  for (let n = Number(shift); n !== 0; ) {
    const step = Math.max(-1000, Math.min(900, n)) // each step is exact until the last, which is exact as well
    if (n < -1000 && x * $two(-1000) === 0) return x * $two(-1000)
    x *= $two(step)
    n -= step
  }
  return x
}

const $two = (n) => {
  const view = new DataView(new ArrayBuffer(8))
  if (n >= -1022) view.setBigUint64(0, BigInt(n + 1023) << 52n)
  else view.setBigUint64(0, 1n << BigInt(n + 1074))
  return view.getFloat64(0)
}

const $power = (x, y) => {
  x = -(-x)
  y = -(-y)
  const rough = x ** y
  if (
    typeof rough !== 'number' ||
    x === 0 ||
    y === 0 ||
    !Number.isFinite(x) ||
    !Number.isFinite(y) ||
    Number.isNaN(rough)
  )
    return rough
  const negative = x < 0 && y % 2 !== 0
  let [base, exponent] = $parts(Math.abs(x))
  let [times, scale] = $parts(Math.abs(y))
  const sign = negative ? -1 : 1
  if (base === 1n && exponent === 0n) return sign
  // About how large it is; what is beyond all numbers is told at once.
  const about = (Math.log2(Number(base)) + Number(exponent)) * y
  if (about > 1100) return sign * Infinity
  if (about < -1200) return sign * 0
  // Exact results may lie half way between two numbers.
  while (scale < 0n) {
    const root = BigInt(Math.round(Math.sqrt(Number(base))))
    if (root * root !== base || exponent & 1n) break
    base = root
    exponent >>= 1n
    scale++
  }
  if (scale >= 0n && scale < 12n && (base === 1n || (y > 0 && $lengthOf(base) * (times << scale) < 4000n))) {
    const n = times << scale
    return sign * $nearest(base ** n, exponent * n * (y > 0 ? 1n : -1n))
  }
  const length = $lengthOf(base)
  const logarithm = $logOf(base, 1n << length) + $ln2 * (length + exponent)
  let product = logarithm * times * (y > 0 ? 1n : -1n)
  product = scale >= 0n ? product << scale : product >> -scale
  const whole = product / $ln2
  const rest = product - whole * $ln2
  let sum = 0n
  let term = 1n << $bits
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += term
    term = ((term * rest) >> $bits) / n
  }
  return sign * $nearest(sum, whole - $bits)
}

Math.pow = { pow: (x, y) => $power(+x, +y) }.pow
