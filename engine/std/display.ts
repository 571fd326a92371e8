// Displays for the user: digits, pictures, text. These parts exist in the simulation only.

const display = 'display'

/**
 * Shows one hexadecimal digit.
 *
 * @input in: 4 — the digit, 0 to F
 * @formula no output; the canvas shows the digit
 * @example
 * ```ts
 * nodes: { digit: SevenSegment },
 * connect: ({ inputs, nodes: { digit } }) => [inputs.nibble.to(digit.in)]
 * ```
 */
export const SevenSegment = circuit('SevenSegment', {
  inputs: { in: bus(4) },
  meta: { description: 'Shows one hexadecimal digit.', category: display, icon: '7', synthesizable: false },
})

/**
 * Shows a number as hexadecimal digits.
 *
 * It has as many digits as the number needs, one for each four wires. Made without `width`, it is as wide as what it
 * shows, and at least 8 bits.
 *
 * @input in: width — the number
 * @option width = 8 — wires of in
 * @formula no output; the canvas shows the digits
 * @example
 * ```ts
 * nodes: { value: HexDisplay({ width: 16 }) },
 * connect: ({ inputs, nodes: { value } }) => [inputs.address.to(value.in)]
 * ```
 */
export const HexDisplay = circuit('HexDisplay', ({ width = 8 }: { width?: number } = {}) => ({
  inputs: { in: bus(width) },
  meta: { description: 'Shows a number as hexadecimal digits.', category: display, icon: '0xFF', synthesizable: false },
}))

/**
 * Shows the contents of a memory as a picture.
 *
 * Connect a memory's read port to it: the canvas finds the memory through the wires and paints all its
 * words, row by row. A word other than 0 is a lit pixel. A memory with fewer words than the picture has
 * pixels holds several of them in a word, the first in the lowest bits: 8,192 words of 16 bits are a picture
 * of 512 by 256. The memory may also stand behind one Mux or BitSlice. The screen itself takes no part in
 * the simulation.
 *
 * @input dataIn: 8 — from the memory's read port
 * @output addrB: 16 — to the memory's read address; always 0
 * @option width = 32 — pixels in a row, for the canvas
 * @option height = 32 — rows, for the canvas
 * @option memory = {} — the screen's own contents, shown when no memory is connected
 * @formula addrB = 0
 * @clock nothing changes
 * @example
 * ```ts
 * nodes: { frame: DualPortRAM({ addressWidth: 10 }), screen: Screen({ width: 32, height: 32 }) },
 * connect: ({ nodes: { frame, screen } }) => [frame.outB.to(screen.dataIn)]
 * ```
 */
export const Screen = circuit(
  'Screen',
  (_options: { width?: number; height?: number; memory?: Simten.MemoryImage } = {}) => ({
    inputs: { dataIn: bus(8) },
    outputs: { addrB: bus(16) },
    state: { memory: mem(65536, 8) },
    eval: () => ({ addrB: 0 }),
    meta: {
      description: 'Shows the contents of a memory as a picture.',
      category: display,
      icon: '🖥️',
      synthesizable: false,
    },
  }),
)

/**
 * Shows the contents of a memory as a picture, like a monitor.
 *
 * As Screen. The scan counters of a monitor are not modelled: all outputs stay 0.
 *
 * @input dataIn: 8 — from the memory's read port
 * @output addrB: 16 — to the memory's read address; always 0
 * @output scanX: 8 — column; always 0
 * @output scanY: 8 — row; always 0
 * @output hblank: bit — horizontal blanking; always 0
 * @output vblank: bit — vertical blanking; always 0
 * @option width = 32 — pixels in a row, for the canvas
 * @option height = 32 — rows, for the canvas
 * @option memory = {} — the display's own contents, shown when no memory is connected
 * @formula every output is 0
 * @clock nothing changes
 * @example
 * ```ts
 * nodes: { frame: DualPortRAM({ addressWidth: 12 }), monitor: RasterDisplay({ width: 64, height: 64 }) },
 * connect: ({ nodes: { frame, monitor } }) => [frame.outB.to(monitor.dataIn)]
 * ```
 */
export const RasterDisplay = circuit(
  'RasterDisplay',
  (_options: { width?: number; height?: number; memory?: Simten.MemoryImage } = {}) => ({
    inputs: { dataIn: bus(8) },
    outputs: { addrB: bus(16), scanX: bus(8), scanY: bus(8), hblank: bit, vblank: bit },
    state: { memory: mem(65536, 8) },
    eval: () => ({ addrB: 0, scanX: 0, scanY: 0, hblank: 0, vblank: 0 }),
    meta: {
      description: 'Shows the contents of a memory as a picture, like a monitor.',
      category: display,
      icon: '📺',
      synthesizable: false,
    },
  }),
)

/**
 * Prints characters.
 *
 * One character per clock edge while `we` is 1. The text keeps its last 4,096 characters. Codes 0x80 to
 * 0xFF are Latin-1; control codes other than 0 and 12 are kept as they are.
 *
 * @input data: 8 — character code; 0 prints nothing, 12 (form feed) clears the text
 * @input we: bit — write enable
 * @formula no output; the canvas shows the text
 * @clock we = 1: appends the character to the text
 * @example
 * ```ts
 * nodes: { terminal: Console, a: Constant({ value: 65, width: 8 }), on: Constant({ value: 1 }) },
 * connect: ({ nodes: { terminal, a, on } }) => [a.out.to(terminal.data), on.out.to(terminal.we)]
 * ```
 */
export const Console = circuit('Console', {
  inputs: { data: bus(8), we: bit },
  state: { text: '' },
  onTick: ({ data = 0, we, text }) => {
    if (!we || data === 0) return { text }
    if (data === 12) return { text: '' }
    return { text: (text + String.fromCharCode(data)).slice(-4096) }
  },
  meta: { description: 'Prints characters.', category: display, icon: '📟', synthesizable: false },
})
