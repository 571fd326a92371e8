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

// Iterator and the methods that all iterators inherit. They go through one item at a time and close what they read from when they
// end early, as the language says.

const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))
const END = {}

const isObject = (v) => (typeof v === 'object' && v !== null) || typeof v === 'function'

function readerOf(iterator) {
  return { iterator, next: iterator.next }
}

function step(reader) {
  const result = Reflect.apply(reader.next, reader.iterator, [])
  if (!isObject(result)) throw new TypeError('the method next of an iterator gave no object')
  return result
}

function close(reader) {
  const end = reader.iterator.return
  if (end === undefined || end === null) return
  if (!isObject(Reflect.apply(end, reader.iterator, [])))
    throw new TypeError('the method return of an iterator gave no object')
}

// closing runs f and closes the reader when f throws, whose error counts more than one of closing.
function closing(reader, f) {
  try {
    return f()
  } catch (error) {
    try {
      close(reader)
    } catch {}
    throw error
  }
}

function receiver(iterator, method) {
  if (!isObject(iterator)) throw new TypeError(`${method} is a method of iterators`)
}

// reading is the reader of an iterator for a method with a callback.
function reading(iterator, method, callback) {
  receiver(iterator, method)
  if (typeof callback !== 'function') {
    closing({ iterator }, () => {
      throw new TypeError(`${method} expects a function`)
    })
  }
  return readerOf(iterator)
}

// counting is the reader of an iterator for a method with a number of items, and that number.
function counting(iterator, method, limit) {
  receiver(iterator, method)
  const count = closing({ iterator }, () => {
    const n = Number(limit)
    if (!(Math.trunc(n) >= 0)) throw new RangeError(`${method} expects a number of items`)
    return Math.trunc(n)
  })
  return { reader: readerOf(iterator), count }
}

const helpers = new WeakMap()

function stateOf(helper) {
  const state = helpers.get(helper)
  if (!state) throw new TypeError('this is no iterator that a method of iterators has made')
  if (state.running) throw new TypeError('this iterator is running already')
  return state
}

const helperPrototype = Object.create(iteratorPrototype, {
  next: {
    value: function next() {
      const state = stateOf(this)
      if (state.done) return { value: undefined, done: true }
      state.running = true
      state.done = true // unless there is another item
      try {
        const value = state.produce(state)
        if (value === END) return { value: undefined, done: true }
        state.done = false
        return { value, done: false }
      } finally {
        state.running = false
      }
    },
    writable: true,
    configurable: true,
  },
  return: {
    value: function () {
      const state = stateOf(this)
      if (!state.done) {
        state.done = state.running = true
        try {
          if (state.inner) closing(state.reader, () => close(state.inner))
          close(state.reader)
        } finally {
          state.running = false
        }
      }
      return { value: undefined, done: true }
    },
    writable: true,
    configurable: true,
  },
  [Symbol.toStringTag]: { value: 'Iterator Helper', configurable: true },
})
Object.defineProperty(helperPrototype.return, 'name', { value: 'return', configurable: true })

function helper(reader, produce) {
  const made = Object.create(helperPrototype)
  helpers.set(made, { reader, produce, running: false, done: false, inner: undefined })
  return made
}

// flattened is the reader of what flatMap's callback or Iterator.from is given; texts are read by the latter only.
function flattened(value, texts) {
  if (!isObject(value) && !(texts && typeof value === 'string'))
    throw new TypeError('this is neither an iterator nor iterable')
  const method = value[Symbol.iterator]
  const iterator = method === undefined || method === null ? value : Reflect.apply(method, value, [])
  if (!isObject(iterator)) throw new TypeError('Symbol.iterator gave no object')
  return readerOf(iterator)
}

// each calls visit for all items until it returns true; then the iterator is closed.
function each(reader, visit) {
  for (let i = 0; ; i++) {
    const item = step(reader)
    if (item.done) return false
    const value = item.value
    if (closing(reader, () => visit(value, i))) {
      close(reader)
      return true
    }
  }
}

const iteratorMethods = {
  map(mapper) {
    let i = 0
    return helper(reading(this, 'map', mapper), ({ reader }) => {
      const item = step(reader)
      if (item.done) return END
      const value = item.value
      return closing(reader, () => mapper(value, i++))
    })
  },
  filter(predicate) {
    let i = 0
    return helper(reading(this, 'filter', predicate), ({ reader }) => {
      for (;;) {
        const item = step(reader)
        if (item.done) return END
        const value = item.value
        if (closing(reader, () => predicate(value, i++))) return value
      }
    })
  },
  take(limit) {
    const { reader, count } = counting(this, 'take', limit)
    let left = count
    return helper(reader, () => {
      if (left-- === 0) {
        close(reader)
        return END
      }
      const item = step(reader)
      return item.done ? END : item.value
    })
  },
  drop(limit) {
    const { reader, count } = counting(this, 'drop', limit)
    let left = count
    return helper(reader, () => {
      for (;;) {
        const item = step(reader)
        if (item.done) return END
        if (left-- <= 0) return item.value
      }
    })
  },
  flatMap(mapper) {
    let i = 0
    return helper(reading(this, 'flatMap', mapper), (state) => {
      const reader = state.reader
      for (;;) {
        if (!state.inner) {
          const item = step(reader)
          if (item.done) return END
          const value = item.value
          state.inner = closing(reader, () => flattened(mapper(value, i++), false))
        }
        const inner = closing(reader, () => {
          const found = step(state.inner)
          return found.done ? END : { value: found.value }
        })
        if (inner !== END) return inner.value
        state.inner = undefined
      }
    })
  },
  reduce(reducer, ...initial) {
    const reader = reading(this, 'reduce', reducer)
    let sum = initial[0]
    let first = 0
    if (initial.length === 0) {
      const item = step(reader)
      if (item.done) throw new TypeError('reduce of an empty iterator without a first value')
      sum = item.value
      first = 1
    }
    each(reader, (value, i) => {
      sum = reducer(sum, value, i + first)
    })
    return sum
  },
  toArray() {
    receiver(this, 'toArray')
    const list = []
    each(readerOf(this), (value) => {
      list.push(value)
    })
    return list
  },
  forEach(callback) {
    each(reading(this, 'forEach', callback), (value, i) => {
      callback(value, i)
    })
  },
  some(predicate) {
    return each(reading(this, 'some', predicate), (value, i) => predicate(value, i))
  },
  every(predicate) {
    return !each(reading(this, 'every', predicate), (value, i) => !predicate(value, i))
  },
  find(predicate) {
    let found
    each(reading(this, 'find', predicate), (value, i) => {
      if (!predicate(value, i)) return false
      found = value
      return true
    })
    return found
  },
}
iteratorMethods.iteratorDispose = {
  [Symbol.dispose]() {
    const end = this.return
    if (end !== undefined && end !== null) Reflect.apply(end, this, [])
  },
}[Symbol.dispose]

function Iterator() {
  if (new.target === undefined || new.target === Iterator)
    throw new TypeError('Iterator is made by classes that extend it')
}
Object.defineProperty(Iterator, 'prototype', { value: iteratorPrototype, writable: false })

// wraps are the readers of iterators that do not inherit from Iterator.
const wraps = new WeakMap()
const wrapPrototype = Object.create(iteratorPrototype, {
  next: {
    value: function next() {
      const { iterator, next } = wraps.get(this)
      return Reflect.apply(next, iterator, [])
    },
    writable: true,
    configurable: true,
  },
  return: {
    value: function () {
      const { iterator } = wraps.get(this)
      const end = iterator.return
      return end === undefined || end === null ? { value: undefined, done: true } : Reflect.apply(end, iterator, [])
    },
    writable: true,
    configurable: true,
  },
})

Object.defineProperty(Iterator, 'from', {
  value: {
    from(value) {
      const reader = flattened(value, true)
      if (reader.iterator instanceof Iterator) return reader.iterator
      const made = Object.create(wrapPrototype)
      wraps.set(made, reader)
      return made
    },
  }.from,
  writable: true,
  configurable: true,
})
// These two are written by assignment as if the object had its own, as the language has it.
for (const [key, first] of [
  ['constructor', Iterator],
  [Symbol.toStringTag, 'Iterator'],
]) {
  Object.defineProperty(iteratorPrototype, key, {
    get: () => first,
    set(value) {
      if (!isObject(this) || this === iteratorPrototype) throw new TypeError('this property cannot be assigned')
      Object.defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
    },
    configurable: true,
  })
}

async function fromAsync(items, mapper, thisArgument) {
  if (mapper !== undefined && typeof mapper !== 'function') throw new TypeError('Array.fromAsync expects a function')
  const slow = items[Symbol.asyncIterator]
  const quick = slow ?? items[Symbol.iterator]
  const length = quick ? 0 : Math.min(Math.max(Math.trunc(items.length) || 0, 0), Number.MAX_SAFE_INTEGER)
  const made = quick
    ? typeof this === 'function'
      ? new this()
      : []
    : new (typeof this === 'function' ? this : Array)(length)
  let i = 0
  const add = (value) =>
    Object.defineProperty(made, i++, { value, writable: true, enumerable: true, configurable: true })
  if (quick) {
    const reader = readerOf(Reflect.apply(quick, items, []))
    for (;;) {
      const result = Reflect.apply(reader.next, reader.iterator, [])
      const item = slow ? await result : result
      if (!isObject(item)) throw new TypeError('the method next of an iterator gave no object')
      if (item.done) break
      try {
        const value = slow ? item.value : await item.value
        add(mapper ? await Reflect.apply(mapper, thisArgument, [value, i]) : value)
      } catch (error) {
        try {
          const end = reader.iterator.return
          if (end) await Reflect.apply(end, reader.iterator, [])
        } catch {}
        throw error
      }
    }
  } else {
    while (i < length) {
      const value = await items[i]
      add(mapper ? await Reflect.apply(mapper, thisArgument, [value, i]) : value)
    }
  }
  made.length = i
  return made
}

function promiseTry(callback, ...values) {
  return new this((resolve) => resolve(callback(...values)))
}

function isError(value) {
  return value instanceof Error
}

function escapePattern(text) {
  if (typeof text !== 'string') throw new TypeError('RegExp.escape expects a text')
  const hex = (c, n) => c.codePointAt(0).toString(16).padStart(n, '0')
  let escaped = ''
  for (const c of text) {
    const control = '\t\n\v\f\r'.indexOf(c)
    if (escaped === '' && /[0-9A-Za-z]/.test(c)) escaped = `\\x${hex(c, 2)}`
    else if ('^$\\.*+?()[]{}|/'.includes(c)) escaped += `\\${c}`
    else if (control >= 0) escaped += `\\${'tnvfr'[control]}`
    else if (',-=<>#&!%:;@~\'`"'.includes(c) || c === ' ' || c === '\u00A0') escaped += `\\x${hex(c, 2)}`
    else if (/^(?:\s|[\uD800-\uDFFF])$/.test(c)) escaped += `\\u${hex(c, 4)}`
    else escaped += c
  }
  return escaped
}

class SuppressedError extends Error {
  constructor(error, suppressed, message) {
    super(message)
    for (const [key, value] of [
      ['error', error],
      ['suppressed', suppressed],
    ]) {
      Object.defineProperty(this, key, { value, writable: true, configurable: true })
    }
  }
}
Object.defineProperty(SuppressedError.prototype, 'name', {
  value: 'SuppressedError',
  writable: true,
  configurable: true,
})

// A stack keeps what has to be disposed of as functions, which are called from the last to the first.
class Stack {
  #undo = []
  #disposed = false
  get disposed() {
    return this.#disposed
  }
  static undo(stack) {
    if (stack.#disposed) throw new ReferenceError('this stack is disposed of already')
    return stack.#undo
  }
  static taken(stack) {
    const undo = stack.#undo
    stack.#undo = []
    stack.#disposed = true
    return undo
  }
  defer(callback) {
    const undo = Stack.undo(this)
    if (typeof callback !== 'function') throw new TypeError('defer expects a function')
    undo.push(callback)
  }
  adopt(value, callback) {
    const undo = Stack.undo(this)
    if (typeof callback !== 'function') throw new TypeError('adopt expects a function')
    undo.push(() => callback(value))
    return value
  }
  move() {
    Stack.undo(this)
    const moved = new this.constructor()
    Stack.undo(moved).push(...Stack.taken(this))
    return moved
  }
}

function disposer(value, kinds) {
  for (const kind of kinds) {
    const method = value[kind]
    if (method === undefined || method === null) continue
    if (typeof method === 'function') return () => Reflect.apply(method, value, [])
    break
  }
  throw new TypeError('this object cannot be disposed of')
}

class DisposableStack extends Stack {
  use(value) {
    const undo = Stack.undo(this)
    if (value !== null && value !== undefined) undo.push(disposer(value, [Symbol.dispose]))
    return value
  }
  dispose() {
    if (this.disposed) return
    let failed = false
    let failure
    for (const undo of Stack.taken(this).reverse()) {
      try {
        undo()
      } catch (error) {
        failure = failed ? new SuppressedError(error, failure) : error
        failed = true
      }
    }
    if (failed) throw failure
  }
  [Symbol.dispose]() {
    this.dispose()
  }
}

class AsyncDisposableStack extends Stack {
  use(value) {
    const undo = Stack.undo(this)
    if (value !== null && value !== undefined) undo.push(disposer(value, [Symbol.asyncDispose, Symbol.dispose]))
    return value
  }
  async disposeAsync() {
    if (this.disposed) return
    let failed = false
    let failure
    for (const undo of Stack.taken(this).reverse()) {
      try {
        await undo()
      } catch (error) {
        failure = failed ? new SuppressedError(error, failure) : error
        failed = true
      }
    }
    if (failed) throw failure
  }
  [Symbol.asyncDispose]() {
    return this.disposeAsync()
  }
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
  Iterator,
  ...iteratorMethods,
  fromAsync,
  promiseTry,
  isError,
  escapePattern,
  SuppressedError,
  DisposableStack,
  AsyncDisposableStack,
}
