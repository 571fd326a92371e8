// Large letters on a console. The package figlet, which
// comes from npm, draws them while the circuit is built; the
// circuit keeps the drawing in a ROM and prints one character
// at every clock edge, until it is at the end.
import figlet from 'figlet'
import standard from 'figlet/importable-fonts/Standard.js'

// The font begins with a line of numbers, 13 lines of comment
// and the 102 characters of ASCII and German, 6 lines each.
// The other alphabets that follow need not be read.
const lines = standard.split('\n').slice(0, 1 + 13 + 102 * 6)
figlet.parseFont('Standard', lines.join('\n'))
const drawing = figlet.textSync('Hello World!!', {
  font: 'Standard',
})
const text = drawing.replace(/ +$/gm, '')

circuit('Banner', {
  outputs: { at: bus(16) },
  nodes: {
    rom: ROM({ memory: [...text].map((c) => c.charCodeAt(0)) }),
    at: Register({ width: 16 }),
    next: Adder({ width: 16 }),
    one: Constant({ value: 1, width: 16 }),
    noCarry: Constant({ value: 0 }),
    end: Constant({ value: text.length, width: 16 }),
    more: Comparator({ width: 16 }),
    console: Console,
  },
  connect: ({
    outputs,
    nodes: { rom, at, next, one, noCarry, end, more, console },
  }) => [
    at.q.to(rom.addr, next.a, more.a, outputs.at),
    one.out.to(next.b),
    noCarry.out.to(next.carry_in),
    next.sum.to(at.data),
    end.out.to(more.b),
    more.lt.to(at.we, console.we),
    rom.data_out.to(console.data),
  ],
})
