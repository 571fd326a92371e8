// A model of circuits in a few lines, after docs/language.md: for the reference only. It calls the lambdas of all parts
// until nothing changes any more, and knows no lowering, no netlist and no order.

const bus = (width) => width
const bit = 1
const reg = (width, start = 0) => ({ width, start })
const mem = (depth, width, start = new Map()) => ({ depth, width, start })

const $made = []
const circuit = (name, description) => {
  if (typeof description === 'function') return (options = {}) => ({ name, options, ...description(options) })
  const made = { name, options: {}, ...description }
  $made.push(made)
  return made
}

// The lower bits of a result, and whether it was less than 0. A fraction is cut off.
const $cut = (v, width) => {
  let n
  if (typeof v === 'bigint') n = v
  else {
    const x = Number(v ?? 0)
    n = Number.isFinite(x) ? BigInt(Math.trunc(x)) : 0n
  }
  return { bits: BigInt.asUintN(width, n), negative: n < 0n }
}

const $seen = (bits, width) => (width > 32 ? bits : width === 32 ? Number(BigInt.asIntN(32, bits)) : Number(bits))
const $kept = ({ bits, negative }, width) => (width === 32 && !negative ? Number(bits) : $seen(bits, width))

// The object that a lambda sees for a memory: cells is a Map from an address to what $cut gives.
const $view = (cells, depth, width) => {
  const holds = (a) => (typeof a === 'number' ? Number.isInteger(a) && a >= 0 && a < depth : false)
  const read = (a) => $kept(cells.get(a) ?? { bits: 0n, negative: false }, width)
  const write = (a, v) => {
    if (holds(a)) cells.set(a, $cut(v, width))
  }
  const walk = function* () {
    for (let from = 0; ; ) {
      const next = [...cells.keys()].filter((a) => a >= from).sort((p, q) => p - q)[0]
      if (next === undefined) return
      from = next + 1
      yield [next, read(next)]
    }
  }
  const methods = {
    get: (a) => (cells.has(a) ? read(a) : undefined),
    has: (a) => cells.has(a),
    set: (a, v) => {
      write(a, v)
      return view
    },
    delete: (a) => cells.delete(a),
    clear: () => cells.clear(),
    entries: walk,
    [Symbol.iterator]: walk,
  }
  const view = new Proxy(
    {},
    {
      get: (_, key) => {
        if (key === 'size') return cells.size
        if (typeof key === 'string' && /^\d{1,16}$/.test(key)) return read(Number(key))
        return methods[key]
      },
      set: (_, key, v) => {
        if (typeof key === 'string' && /^\d{1,16}$/.test(key)) write(Number(key), v)
        return true
      },
    },
  )
  return view
}

// Makes the parts of a circuit and the nets that connect them. A net has a value in bits.
const $build = (description, path, inputs, leaves) => {
  const ports = (list) =>
    Object.fromEntries(Object.entries(list ?? {}).map(([name, width]) => [name, { width, bits: 0n }]))
  const own = { outputs: ports(description.outputs) }
  own.inputs = inputs
  if (!description.nodes) {
    for (const net of Object.values(own.outputs)) net.drives = true
    const leaf = { ...own, path, description, state: {} }
    for (const [name, field] of Object.entries(description.state ?? {})) {
      if (typeof field === 'string') leaf.state[name] = { text: field }
      else if (field.depth)
        leaf.state[name] = { ...field, cells: new Map([...field.start].map(([a, v]) => [a, $cut(v, field.width)])) }
      else leaf.state[name] = { ...field, value: $cut(field.start, field.width) }
    }
    leaves.push(leaf)
    return own
  }
  const nodes = {}
  for (const [name, node] of Object.entries(description.nodes))
    nodes[name] = { node, path: path ? `${path}.${name}` : name, inputs: ports(node.inputs) }
  for (const n of Object.values(nodes)) n.built = $build(n.node, n.path, n.inputs, leaves)
  const wires = []
  const source = (net) => ({
    to: (...targets) => {
      for (const target of targets) target.from = net
    },
  })
  const sources = (list) => Object.fromEntries(Object.entries(list).map(([name, net]) => [name, source(net)]))
  const visible = {}
  for (const [name, n] of Object.entries(nodes)) {
    visible[name] = {}
    for (const [port, net] of Object.entries(n.inputs)) visible[name][port] = net
    for (const [port, net] of Object.entries(n.built.outputs)) visible[name][port] = source(net)
  }
  description.connect({ inputs: sources(inputs), outputs: own.outputs, nodes: visible })
  return own
}

const $value = (net) => (net.from ? BigInt.asUintN(net.width, $value(net.from)) : net.bits)
const $driven = (net) => (net.from ? $driven(net.from) : Boolean(net.drives))

const $design = (log, vectors) => {
  const top = $made[$made.length - 1]
  const inputs = Object.fromEntries(
    Object.entries(top.inputs).map(([name, width]) => [name, { width, bits: 0n, drives: true }]),
  )
  const leaves = []
  const built = $build(top, '', inputs, leaves)
  const given = (leaf, tick) => {
    const o = { ...leaf.description.options }
    for (const [name, f] of Object.entries(leaf.state)) {
      if (f.cells && tick) f.next = new Map(f.cells)
      o[name] = f.text ?? (f.cells ? $view(tick ? f.next : f.cells, f.depth, f.width) : $kept(f.value, f.width))
    }
    for (const [name, net] of Object.entries(leaf.inputs))
      if (!tick || $driven(net)) o[name] = $seen($value(net), net.width)
    return o
  }
  const settle = () => {
    for (let round = 0; round < 200; round++) {
      let changed = false
      for (const leaf of leaves) {
        const result = leaf.description.eval(given(leaf, false))
        for (const [name, net] of Object.entries(leaf.outputs)) {
          if (result[name] === undefined) continue
          const { bits } = $cut(result[name], net.width)
          changed ||= bits !== net.bits
          net.bits = bits
        }
      }
      if (!changed) return
    }
    throw new Error('it never settles')
  }
  const edge = () => {
    const updates = leaves.map((leaf) => {
      if (!leaf.description.onTick) return () => {}
      const o = given(leaf, true)
      const result = leaf.description.onTick(o)
      const changes = []
      for (const [name, f] of Object.entries(leaf.state)) {
        const v = result[name]
        if (v === undefined) continue
        if (f.text !== undefined) changes.push(() => (f.text = v))
        else if (f.cells) changes.push(() => (f.cells = f.next))
        else {
          const value = $cut(v, f.width)
          changes.push(() => (f.value = value))
        }
      }
      return () => {
        for (const change of changes) change()
      }
    })
    for (const update of updates) update()
  }
  const outputs = () => Object.values(built.outputs).map((net) => String($value(net)))
  const state = () => {
    const items = []
    for (const leaf of leaves) {
      for (const [name, f] of Object.entries(leaf.state)) {
        const path = `${leaf.path}.${name}`
        if (f.text) items.push(`${path}=${f.text}`)
        else if (f.value) items.push(`${path}=${f.value.bits}`)
        else
          for (const [a, v] of [...f.cells].sort(([p], [q]) => p - q)) if (v.bits) items.push(`${path}[${a}]=${v.bits}`)
      }
    }
    return items
  }
  // As many items in a line as have 150 characters.
  const write = (items) => {
    let line = ''
    for (const item of items) {
      if (line && line.length + item.length >= 150) {
        log(line)
        line = ''
      }
      line += (line && ' ') + item
    }
    log(line)
  }
  try {
    settle()
  } catch {
    return log('throws at the start')
  }
  for (const [cycle, vector] of vectors.entries()) {
    try {
      for (const [i, net] of Object.values(inputs).entries()) net.bits = BigInt(vector[i])
      settle()
      const before = outputs()
      edge()
      settle()
      write([...before, '|', ...outputs()])
      if (cycle % 5 === 4) write(state())
    } catch {
      return log('throws')
    }
  }
}
