// What packages of npm expect of a browser besides the language, and the few parts of the language that the interpreter
// lacks. It is plain and repeatable: nothing here reaches outside. Each name becomes a global when it is first used; see web.go.
//
// host gives: require(capability), which throws unless it is granted; random(), a number below 1; epoch, the fixed time in milliseconds.

const host = globalThis.__simten_web_host

function bytesOf(source) {
  if (source === undefined) return new Uint8Array(0)
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  if (source instanceof ArrayBuffer) return new Uint8Array(source)
  throw new TypeError('expected an ArrayBuffer or a view of one')
}

class TextEncoder {
  get encoding() {
    return 'utf-8'
  }
  encode(text = '') {
    const out = []
    for (const c of String(text)) {
      let p = c.codePointAt(0)
      if (p >= 0xd800 && p < 0xe000) p = 0xfffd
      if (p < 0x80) out.push(p)
      else if (p < 0x800) out.push(0xc0 | (p >> 6), 0x80 | (p & 63))
      else if (p < 0x10000) out.push(0xe0 | (p >> 12), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63))
      else out.push(0xf0 | (p >> 18), 0x80 | ((p >> 12) & 63), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63))
    }
    return Uint8Array.from(out)
  }
  encodeInto(text, into) {
    let read = 0
    let written = 0
    for (const c of String(text)) {
      const bytes = this.encode(c)
      if (written + bytes.length > into.length) break
      into.set(bytes, written)
      written += bytes.length
      read += c.length
    }
    return { read, written }
  }
}

// The lengths and lower bounds of UTF-8 sequences, and what a decoder does with bytes that are none: one U+FFFD for each longest
// start of a sequence, as the Encoding Standard says.
function decodeUTF8(bytes, fatal) {
  let text = ''
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++]
    if (first < 0x80) {
      text += String.fromCharCode(first)
      continue
    }
    let more = 0
    let point = 0
    let low = 0x80
    let high = 0xbf
    if (first >= 0xc2 && first <= 0xdf) {
      more = 1
      point = first & 31
    } else if (first >= 0xe0 && first <= 0xef) {
      more = 2
      point = first & 15
      if (first === 0xe0) low = 0xa0
      if (first === 0xed) high = 0x9f
    } else if (first >= 0xf0 && first <= 0xf4) {
      more = 3
      point = first & 7
      if (first === 0xf0) low = 0x90
      if (first === 0xf4) high = 0x8f
    }
    let good = more > 0
    for (; good && more > 0; more--) {
      const next = bytes[i]
      if (next === undefined || next < low || next > high) good = false
      else {
        point = (point << 6) | (next & 63)
        low = 0x80
        high = 0xbf
        i++
      }
    }
    if (!good && fatal) throw new TypeError('The encoded data was not valid.')
    text += good ? String.fromCodePoint(point) : '\ufffd'
  }
  return text
}

class TextDecoder {
  #encoding
  #fatal
  #ignoreBOM
  constructor(label = 'utf-8', options = {}) {
    const name = String(label).trim().toLowerCase()
    if (['utf-8', 'utf8', 'unicode-1-1-utf-8'].includes(name)) this.#encoding = 'utf-8'
    else if (['utf-16le', 'utf-16', 'ucs-2'].includes(name)) this.#encoding = 'utf-16le'
    else throw new RangeError(`The encoding '${label}' is not supported; utf-8 and utf-16le are.`)
    this.#fatal = Boolean(options.fatal)
    this.#ignoreBOM = Boolean(options.ignoreBOM)
  }
  get encoding() {
    return this.#encoding
  }
  get fatal() {
    return this.#fatal
  }
  get ignoreBOM() {
    return this.#ignoreBOM
  }
  decode(source, options = {}) {
    if (options.stream) throw new TypeError('Decoding in parts is not supported; join the parts first.')
    const bytes = bytesOf(source)
    let text = ''
    if (this.#encoding === 'utf-8') text = decodeUTF8(bytes, this.#fatal)
    else for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode(bytes[i] | (bytes[i + 1] << 8))
    return !this.#ignoreBOM && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function btoa(data) {
  const text = String(data)
  let out = ''
  for (let i = 0; i < text.length; i += 3) {
    const group = [0, 1, 2].map((k) => text.charCodeAt(i + k))
    if (group.some((c) => c > 255)) throw new RangeError('btoa takes characters up to U+00FF only')
    const n = (group[0] << 16) | (group[1] << 8) | group[2]
    const left = text.length - i
    out += alphabet[n >> 18] + alphabet[(n >> 12) & 63]
    out += (left > 1 ? alphabet[(n >> 6) & 63] : '=') + (left > 2 ? alphabet[n & 63] : '=')
  }
  return out
}

function atob(data) {
  let text = String(data).replace(/[\t\n\f\r ]/g, '')
  if (text.length % 4 === 0) text = text.replace(/==?$/, '')
  if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw new RangeError('atob expects text in base64')
  let out = ''
  let bits = 0
  let n = 0
  for (const c of text) {
    n = ((n << 6) | alphabet.indexOf(c)) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out += String.fromCharCode((n >> bits) & 255)
    }
  }
  return out
}

function structuredClone(value) {
  const seen = new Map()
  const refuse = (what) => {
    throw new TypeError(`${what} cannot be cloned`)
  }
  const clone = (v) => {
    if (typeof v === 'function') refuse('A function')
    if (typeof v === 'symbol') refuse('A symbol')
    if (typeof v !== 'object' || v === null) return v
    if (seen.has(v)) return seen.get(v)
    const keep = (copy) => {
      seen.set(v, copy)
      return copy
    }
    if (v instanceof Date) return keep(new Date(v.getTime()))
    if (v instanceof RegExp) return keep(new RegExp(v.source, v.flags))
    if (v instanceof Boolean || v instanceof Number || v instanceof String || v instanceof BigInt)
      return keep(Object(v.valueOf()))
    if (v instanceof ArrayBuffer) return keep(v.slice(0))
    if (ArrayBuffer.isView(v)) {
      const buffer = clone(v.buffer)
      return keep(
        v instanceof DataView
          ? new DataView(buffer, v.byteOffset, v.byteLength)
          : new v.constructor(buffer, v.byteOffset, v.length),
      )
    }
    if (v instanceof Map) {
      const copy = keep(new Map())
      for (const [k, item] of [...v]) copy.set(clone(k), clone(item))
      return copy
    }
    if (v instanceof Set) {
      const copy = keep(new Set())
      for (const item of [...v]) copy.add(clone(item))
      return copy
    }
    if (v instanceof WeakMap || v instanceof WeakSet || v instanceof Promise) refuse(`A ${v.constructor.name}`)
    if (v instanceof Error) {
      const kinds = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
      const copy = keep(new (Object.hasOwn(kinds, v.name) ? kinds[v.name] : Error)(v.message))
      if (Object.hasOwn(v, 'cause')) copy.cause = clone(v.cause)
      return copy
    }
    const copy = keep(Array.isArray(v) ? new Array(v.length) : {})
    for (const key of Object.keys(v)) copy[key] = clone(v[key])
    return copy
  }
  return clone(value)
}

const settled = Promise.resolve()
const then = Promise.prototype.then

function queueMicrotask(callback) {
  if (typeof callback !== 'function') throw new TypeError('queueMicrotask expects a function')
  then.call(settled, () => {
    callback()
  })
}

const performance = {
  now() {
    host.require('clock')
    return 0
  },
  get timeOrigin() {
    host.require('clock')
    return host.epoch
  },
}

const crypto = {
  getRandomValues(array) {
    host.require('random')
    if (
      !ArrayBuffer.isView(array) ||
      array instanceof DataView ||
      array instanceof Float32Array ||
      array instanceof Float64Array
    ) {
      throw new TypeError('getRandomValues expects an array of whole numbers')
    }
    if (array.byteLength > 65536) throw new RangeError('getRandomValues fills at most 65536 bytes at once')
    const bytes = bytesOf(array)
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(host.random() * 256)
    return array
  },
  randomUUID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = (bytes[6] & 15) | 64
    bytes[8] = (bytes[8] & 63) | 128
    const hex = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  },
}

// A weak reference may keep its target for ever; nothing can be observed to go away, so that runs repeat.
// biome-ignore lint/suspicious/noShadowRestrictedNames: it makes the name that the realm lacks
class WeakRef {
  #target
  constructor(target) {
    this.#target = target
  }
  deref() {
    return this.#target
  }
}

// biome-ignore lint/suspicious/noShadowRestrictedNames: it makes the name that the realm lacks
class FinalizationRegistry {
  constructor(cleanup) {
    if (typeof cleanup !== 'function') throw new TypeError('FinalizationRegistry expects a function')
  }
  register() {}
  unregister() {
    return false
  }
}

function objectGroupBy(items, keyOf) {
  const groups = Object.create(null)
  let i = 0
  for (const item of items) {
    const key = keyOf(item, i++)
    const name = typeof key === 'symbol' ? key : String(key)
    if (name in groups) groups[name].push(item)
    else groups[name] = [item]
  }
  return groups
}

function mapGroupBy(items, keyOf) {
  const groups = new Map()
  let i = 0
  for (const item of items) {
    const key = keyOf(item, i++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function withResolvers() {
  const parts = {}
  parts.promise = new this((resolve, reject) => {
    parts.resolve = resolve
    parts.reject = reject
  })
  return parts
}

globalThis.__simten_web = {
  TextEncoder,
  TextDecoder,
  atob,
  btoa,
  structuredClone,
  queueMicrotask,
  performance,
  crypto,
  WeakRef,
  FinalizationRegistry,
  objectGroupBy,
  mapGroupBy,
  withResolvers,
}
