/**
 * Tries everything that would lead out, at module time and inside eval, and shows what it found as lamps: each must
 * stay dark. `alive` proves that the probe ran.
 */
export const probe = `
// Timers, queueMicrotask and performance exist, as the realm's own: they count virtual time and hold no host object.
const names = ['fetch', 'document', 'postMessage', 'WebSocket', 'importScripts', 'window', 'self', 'navigator', 'location',
  'XMLHttpRequest', 'indexedDB', 'localStorage', 'caches', 'Worker', 'SharedWorker', 'BroadcastChannel', 'MessageChannel',
  'WebAssembly', 'process', 'require', 'Go', 'Deno', 'chrome', 'close']

// Every way to the global object, and to code made from text.
function globals() {
  const found = [globalThis]
  const add = (get) => { try { const g = get(); if (g !== null && (typeof g === 'object' || typeof g === 'function')) found.push(g) } catch {} }
  add(() => (function () { return this })())
  add(() => Function('return this')())
  add(() => (() => {}).constructor('return this')())
  add(() => (0, eval)('this'))
  add(() => Object.getPrototypeOf(function* () {}).constructor('return this')().next().value)
  add(() => Object.getPrototypeOf(async () => {}).constructor('return this')())
  add(() => circuit.constructor('return this')())
  add(() => And.constructor.constructor('return this')())
  add(() => [].map.constructor.call(null, 'return this')())
  add(() => Reflect.construct(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(() => {}), 'constructor').value, ['return this'])())
  return found
}

// Walks everything that can be reached and looks for a host object or a secret of the page.
function look() {
  let host = 0, secret = 0, made = 0
  const seen = new Set()
  const queue = globals()
  const visit = (v) => {
    if (typeof v === 'string' && v.includes('secret-4711')) secret = 1
    if (v !== null && (typeof v === 'object' || typeof v === 'function') && !seen.has(v)) { seen.add(v); queue.push(v) }
  }
  while (queue.length > 0 && seen.size < 20000) {
    const o = queue.pop()
    for (const name of names) { try { if (name in o && o[name] !== undefined) host = 1 } catch {} }
    let keys = []
    try { keys = Reflect.ownKeys(o) } catch {}
    for (const key of keys) {
      try {
        const d = Object.getOwnPropertyDescriptor(o, key)
        if ('value' in d) visit(d.value); else { visit(d.get); visit(d.set); try { visit(o[key]) } catch {} }
      } catch {}
    }
    try { visit(Object.getPrototypeOf(o)) } catch {}
  }
  for (const make of [() => Function('return 1')(), () => (0, eval)('1'), () => (() => {}).constructor('return 1')()]) {
    try { if (make() === 1) made = 1 } catch {}
  }
  return { host, secret, made }
}

const missing = (name) => { try { return typeof globalThis[name] === 'undefined' ? 0 : 1 } catch { return 0 } }
const first = look()
circuit('Probe', {
  outputs: { alive: bit, fetch: bit, document: bit, postMessage: bit, WebSocket: bit, importScripts: bit,
    bare: bit, host: bit, hostInModule: bit, secret: bit, secretInModule: bit, made: bit },
  eval: () => {
    const now = look()
    let bare = 0
    for (const f of [() => fetch, () => document, () => postMessage, () => WebSocket, () => importScripts, () => self]) {
      try { f(); bare = 1 } catch {}
    }
    return { alive: 1, fetch: missing('fetch'), document: missing('document'), postMessage: missing('postMessage'),
      WebSocket: missing('WebSocket'), importScripts: missing('importScripts'), bare, host: now.host, hostInModule: first.host,
      secret: now.secret, secretInModule: first.secret, made: now.made }
  },
})
`
