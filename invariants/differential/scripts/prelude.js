// The names that every program of the fuzzer uses. The text runs in the reference and in the engine; only names that both
// have may be used here. $run(index, body) runs a program, $results() gives what all have observed.

// A text in quotes, in ASCII.
const $quote = (s) => {
  let text = '"'
  for (let i = 0; i < s.length && i < 200; i++) {
    const c = s.charCodeAt(i)
    if (c === 34 || c === 92) text += '\\' + s[i]
    else if (c >= 32 && c < 127) text += s[i]
    else text += '\\u' + ('000' + c.toString(16)).slice(-4)
  }
  return text + '"' + (s.length > 200 ? '+' + s.length : '')
}

// The name of a property.
const $key = (k) => (typeof k === 'symbol' ? '[' + k.toString() + ']' : /^\w+$/.test(k) ? k : $quote(k))

// The class of an object as its toString has it.
const $class = (v) => {
  try {
    return Object.prototype.toString.call(v).slice(8, -1)
  } catch (e) {
    return '?' + e.name
  }
}

// The own properties of an object in their order, without those that are left out.
const $own = (v, depth, without) => {
  const parts = []
  for (const k of Reflect.ownKeys(v)) {
    if (without(k)) continue
    if (parts.length >= 12) {
      parts.push('...')
      break
    }
    const d = Reflect.getOwnPropertyDescriptor(v, k)
    if (d === undefined) {
      parts.push($key(k) + ': gone')
      continue
    }
    const flags = (d.enumerable ? '' : '-e') + (d.configurable ? '' : '-c') + ('value' in d && !d.writable ? '-w' : '')
    parts.push(
      $key(k) +
        flags +
        ('value' in d ? ': ' + $show(d.value, depth + 1) : (d.get ? ' get' : '') + (d.set ? ' set' : '')),
    )
  }
  return parts
}

const $index = /^(0|[1-9]\d*)$/

// A value as text. Equal texts mean values that a program cannot tell apart, as far as it is deep.
const $show = (v, depth) => {
  switch (typeof v) {
    case 'undefined':
    case 'boolean':
      return String(v)
    case 'number':
      return Object.is(v, -0) ? '-0' : String(v)
    case 'bigint':
      return v + 'n'
    case 'string':
      return $quote(v)
    case 'symbol':
      return v.toString()
    case 'function':
      return 'function'
  }
  if (v === null) return 'null'
  if (depth > 3) return '...'
  try {
    if (v instanceof Error) {
      const message = v.message
      return (
        v.name +
        (typeof message === 'string' && message.startsWith('m:') ? ' ' + message : '') +
        ('cause' in v ? ' cause ' + $show(v.cause, depth + 1) : '')
      )
    }
    if (Array.isArray(v)) {
      const parts = []
      for (let i = 0; i < v.length && i < 24; i++) parts.push(Object.hasOwn(v, i) ? $show(v[i], depth + 1) : 'hole')
      if (v.length > 24) parts.push('... ' + v.length)
      const more = $own(v, depth, (k) => k === 'length' || (typeof k === 'string' && $index.test(k) && +k < 4294967295))
      return '[' + parts.join(', ') + (more.length ? ' | ' + more.join(', ') : '') + ']'
    }
    const name = $class(v)
    if (ArrayBuffer.isView(v) && !(v instanceof DataView)) {
      return (
        name +
        '(' +
        Array.prototype.slice
          .call(v, 0, 24)
          .map((x) => $show(x, 4))
          .join(', ') +
        ')'
      )
    }
    if (v instanceof Map)
      return (
        'Map(' +
        [...Map.prototype.entries.call(v)]
          .slice(0, 12)
          .map((x) => $show(x[0], depth + 1) + ' => ' + $show(x[1], depth + 1))
          .join(', ') +
        ')'
      )
    if (v instanceof Set)
      return (
        'Set(' +
        [...Set.prototype.values.call(v)]
          .slice(0, 12)
          .map((x) => $show(x, depth + 1))
          .join(', ') +
        ')'
      )
    if (v instanceof Date) return 'Date(' + $show(Date.prototype.getTime.call(v), depth) + ')'
    if (v instanceof RegExp) return 'RegExp(' + v.source + ' ' + v.flags + ' ' + $show(v.lastIndex, depth) + ')'
    return (
      (name === 'Object' ? '' : name + ' ') +
      (Object.getPrototypeOf(v) === null ? 'null ' : '') +
      '{' +
      $own(v, depth, () => false).join(', ') +
      '}'
    )
  } catch (e) {
    return 'unshown ' + (e instanceof Error ? e.name : typeof e)
  }
}

const $programs = []

// Runs a program: a function of log and of $t, which it calls in each function and each round.
const $run = (index, body) => {
  const lines = []
  let ticks = 0
  $programs.push([index, lines])
  const log = (...values) => {
    if (lines.length >= 120) return
    const shown = values.map((v) => $show(v, 0)).join(' ')
    lines.push(shown.length > 600 ? shown.slice(0, 600) + '... ' + shown.length : shown)
  }
  const tick = () => {
    if (++ticks > 2000) throw new Error('m:ticks')
  }
  try {
    const result = body(log, tick)
    log('result', result)
  } catch (e) {
    log('uncaught', e)
  }
}

// What the programs have observed: pairs of index and lines.
const $results = () => $programs.map(([index, lines]) => [index, lines.join('\n')])

// Does something with an object and gives the object.
const $l = (o, f) => {
  f(o)
  return o
}

// A part of an expression that tells when it is evaluated.
const $v = (log, name, v) => {
  log(name)
  return v
}

// An object that tells how it is converted.
const $c = (log, name, v, mode) => {
  const o = {}
  if (mode === 'both' || mode === 'valueOf' || mode === 'object') {
    o.valueOf = () => {
      log(name, 'valueOf')
      return mode === 'object' ? {} : v
    }
  }
  if (mode === 'both' || mode === 'toString') {
    o.toString = () => {
      log(name, 'toString')
      return v
    }
  }
  if (mode === 'primitive') {
    o[Symbol.toPrimitive] = (hint) => {
      log(name, hint)
      return v
    }
  }
  return mode === 'none' ? Object.create(null) : o
}

// An iterator of n numbers that tells what is asked of it and may break a rule.
const $i = (log, n, mode) => ({
  [Symbol.iterator]() {
    log('iterator')
    let i = 0
    const it = {
      next(v) {
        log('next', v)
        if (mode === 'next' && i === n - 1) throw new Error('m:next')
        if (mode === 'result' && i === n - 1) return 5
        return i++ < n
          ? { value: mode === 'undefined' ? undefined : i - 1, done: false }
          : { value: 'last', done: true }
      },
    }
    if (mode !== 'noreturn') {
      it.return = (v) => {
        log('return', v)
        if (mode === 'return') throw new Error('m:return')
        return mode === 'value' ? 5 : { value: v, done: true }
      }
    }
    return it
  },
})

// A proxy that tells all that is asked of it.
const $p = (o, log) => {
  const handler = {}
  for (const name of [
    'get',
    'set',
    'has',
    'deleteProperty',
    'ownKeys',
    'getOwnPropertyDescriptor',
    'defineProperty',
    'getPrototypeOf',
    'setPrototypeOf',
    'isExtensible',
    'preventExtensions',
  ]) {
    let busy = false
    handler[name] = (...args) => {
      if (!busy) {
        busy = true
        log(name, typeof args[1] === 'string' || typeof args[1] === 'symbol' ? args[1] : '')
        busy = false
      }
      return Reflect[name](...args)
    }
  }
  return new Proxy(o, handler)
}

// Something that can be disposed of.
const $d = (log, name, mode) => {
  log('opened', name)
  if (mode === 'null') return null
  if (mode === 'undefined') return undefined
  if (mode === 'none') return {}
  return {
    name,
    [Symbol.dispose]() {
      log('disposed', name)
      if (mode === 'throws') throw new Error('m:' + name)
    },
  }
}

// A base class.
class $B {
  constructor(...r) {
    this.r = r.length
  }
  m(x) {
    return ['base', x]
  }
  get x() {
    return 'base x'
  }
  set x(v) {
    this.sx = v
  }
  static m() {
    return 'base static'
  }
}
