(function () {
var exports = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // library:index.ts
  var index_exports = {};
  __export(index_exports, {
    Adder: () => Adder,
    AddressCombiner: () => AddressCombiner,
    And: () => And,
    BitSlice: () => BitSlice,
    Buffer: () => Buffer2,
    BusAnd: () => BusAnd,
    BusNot: () => BusNot,
    BusOr: () => BusOr,
    BusXnor: () => BusXnor,
    BusXor: () => BusXor,
    Combiner8to8: () => Combiner8to8,
    Comparator: () => Comparator,
    Concat: () => Concat,
    Console: () => Console,
    Constant: () => Constant,
    DFlipFlop: () => DFlipFlop,
    Decoder: () => Decoder,
    Divider: () => Divider,
    DualPortRAM: () => DualPortRAM,
    DualPortROM: () => DualPortROM,
    DynamicSlice: () => DynamicSlice,
    FullAdder: () => FullAdder,
    HexDisplay: () => HexDisplay,
    Incrementer: () => Incrementer,
    Input: () => Input,
    Led: () => Led,
    LeftShifter: () => LeftShifter,
    LogicAnd: () => LogicAnd,
    LogicNot: () => LogicNot,
    LogicOr: () => LogicOr,
    Modulo: () => Modulo,
    Multiplier: () => Multiplier,
    Mux: () => Mux,
    Nand: () => Nand,
    Nor: () => Nor,
    Not: () => Not,
    Or: () => Or,
    Output: () => Output,
    Probe: () => Probe,
    RAM: () => RAM,
    ROM: () => ROM,
    RasterDisplay: () => RasterDisplay,
    ReduceAnd: () => ReduceAnd,
    ReduceOr: () => ReduceOr,
    ReduceXnor: () => ReduceXnor,
    ReduceXor: () => ReduceXor,
    Register: () => Register,
    RightShifter: () => RightShifter,
    Screen: () => Screen,
    SevenSegment: () => SevenSegment,
    SignExtend: () => SignExtend,
    SignedAdder: () => SignedAdder,
    SignedComparator: () => SignedComparator,
    SignedDivider: () => SignedDivider,
    SignedModulo: () => SignedModulo,
    SignedMultiplier: () => SignedMultiplier,
    SignedRightShifter: () => SignedRightShifter,
    Slice: () => Slice,
    Splitter: () => Splitter,
    Splitter8to8: () => Splitter8to8,
    Subtractor: () => Subtractor,
    Switch: () => Switch,
    WIDTH_INFERENCE: () => WIDTH_INFERENCE,
    WrappingMultiplier: () => WrappingMultiplier,
    Xnor: () => Xnor,
    Xor: () => Xor,
    ZeroExtend: () => ZeroExtend,
    romFromBytes: () => romFromBytes,
    romFromEntries: () => romFromEntries,
    romFromWords: () => romFromWords
  });

  // library:words.ts
  var fits32 = (width) => width <= 32;
  var mask32 = (width) => width < 32 ? 2 ** width - 1 : -1;
  var max32 = (width) => 2 ** width - 1;
  var signShift = (width) => 32 - width;
  var maxWidth = 65536;
  var exact = (width) => BigInt(width > 0 && width <= maxWidth ? Math.floor(width) : 0);
  var maxWide = (width) => (1n << exact(width)) - 1n;
  var halfWide = (width) => 1n << exact(width - 1);
  var spanWide = (width) => 1n << exact(width);

  // library:logic.ts
  var gates = "logic-gates";
  var busOperations = "bus-operations";
  var And = circuit("And", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a & b }),
    meta: { description: "1 when both inputs are 1.", category: gates, icon: "&" }
  });
  var Or = circuit("Or", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a | b }),
    meta: { description: "1 when at least one input is 1.", category: gates, icon: "≥1" }
  });
  var Not = circuit("Not", {
    inputs: { in: bit },
    outputs: { out: bit },
    eval: ({ in: x }) => ({ out: x ^ 1 }),
    meta: { description: "The opposite of its input.", category: gates, icon: "¬" }
  });
  var Nand = circuit("Nand", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a & b ^ 1 }),
    meta: { description: "0 when both inputs are 1, else 1.", category: gates, icon: "⊼" }
  });
  var Nor = circuit("Nor", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: (a | b) ^ 1 }),
    meta: { description: "1 when both inputs are 0.", category: gates, icon: "⊽" }
  });
  var Xor = circuit("Xor", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a ^ b }),
    meta: { description: "1 when the inputs differ.", category: gates, icon: "⊕" }
  });
  var Xnor = circuit("Xnor", {
    inputs: { a: bit, b: bit },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a ^ b ^ 1 }),
    meta: { description: "1 when the inputs are equal.", category: gates, icon: "⊙" }
  });
  var Buffer2 = circuit("Buffer", {
    inputs: { in: bit },
    outputs: { out: bit },
    eval: ({ in: x }) => ({ out: x }),
    meta: { description: "Passes its input on unchanged.", category: gates, icon: "▷" }
  });
  var LogicAnd = circuit("LogicAnd", ({ aWidth = 8, bWidth = 8 } = {}) => ({
    inputs: { a: bus(aWidth), b: bus(bWidth) },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a && b ? 1 : 0 }),
    meta: { description: "1 when both words are not zero.", category: gates, icon: "&&" }
  }));
  var LogicOr = circuit("LogicOr", ({ aWidth = 8, bWidth = 8 } = {}) => ({
    inputs: { a: bus(aWidth), b: bus(bWidth) },
    outputs: { out: bit },
    eval: ({ a, b }) => ({ out: a || b ? 1 : 0 }),
    meta: { description: "1 when at least one word is not zero.", category: gates, icon: "||" }
  }));
  var LogicNot = circuit("LogicNot", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width) },
    outputs: { out: bit },
    eval: ({ a }) => ({ out: a ? 0 : 1 }),
    meta: { description: "1 when the word is zero.", category: gates, icon: "!" }
  }));
  var ReduceOr = circuit("ReduceOr", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width) },
    outputs: { out: bit },
    eval: ({ a }) => ({ out: a ? 1 : 0 }),
    meta: { description: "1 when any bit of the word is set.", category: busOperations, icon: "|a" }
  }));
  var ReduceAnd = circuit("ReduceAnd", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    const max = maxWide(width);
    return {
      inputs: { a: bus(width) },
      outputs: { out: bit },
      eval: fits32(width) ? ({ a }) => ({ out: a === mask ? 1 : 0 }) : ({ a }) => ({ out: BigInt(a) === max ? 1 : 0 }),
      meta: { description: "1 when all bits of the word are set.", category: busOperations, icon: "&a" }
    };
  });
  function parity32(x) {
    let p = x ^ x >>> 16;
    p ^= p >>> 8;
    p ^= p >>> 4;
    p ^= p >>> 2;
    p ^= p >>> 1;
    return p & 1;
  }
  function parityWide(x, width) {
    let p = x;
    for (let distance = 1; distance < width; distance *= 2) p ^= p >> BigInt(distance);
    return p & 1n;
  }
  var ReduceXor = circuit("ReduceXor", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width) },
    outputs: { out: bit },
    eval: fits32(width) ? ({ a }) => ({ out: parity32(a) }) : ({ a }) => ({ out: parityWide(BigInt(a), width) }),
    meta: { description: "1 when an odd number of bits is set (odd parity).", category: busOperations, icon: "^a" }
  }));
  var ReduceXnor = circuit("ReduceXnor", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width) },
    outputs: { out: bit },
    eval: fits32(width) ? ({ a }) => ({ out: parity32(a) ^ 1 }) : ({ a }) => ({ out: parityWide(BigInt(a), width) ^ 1n }),
    meta: { description: "1 when an even number of bits is set (even parity).", category: busOperations, icon: "~^a" }
  }));

  // library:arithmetic.ts
  var arithmetic = "arithmetic";
  var busOperations2 = "bus-operations";
  var Incrementer = circuit("Incrementer", {
    inputs: { in: bus(8) },
    outputs: { out: bus(8) },
    eval: ({ in: x }) => ({ out: x + 1 & 255 }),
    meta: { description: "Adds one to a byte.", category: arithmetic, icon: "+1" }
  });
  var FullAdder = circuit("FullAdder", {
    inputs: { a: bit, b: bit, carry_in: bit },
    outputs: { sum: bit, carry_out: bit },
    nodes: { ab: Xor, sum2: Xor, andAB: And, andC: And, carry: Or },
    connect: ({ inputs, outputs, nodes: { ab, sum2, andAB, andC, carry } }) => [
      inputs.a.to(ab.a, andAB.a),
      inputs.b.to(ab.b, andAB.b),
      ab.out.to(sum2.a, andC.a),
      inputs.carry_in.to(sum2.b, andC.b),
      sum2.out.to(outputs.sum),
      andAB.out.to(carry.a),
      andC.out.to(carry.b),
      carry.out.to(outputs.carry_out)
    ],
    meta: { description: "Adds three bits, built from gates.", category: arithmetic, icon: "FA" }
  });
  var Adder = circuit("Adder", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    const max = max32(width);
    const maxTotal = maxWide(width);
    return {
      inputs: { a: bus(width), b: bus(width), carry_in: bit },
      outputs: { sum: bus(width), carry_out: bit },
      eval: fits32(width) ? ({ a, b, carry_in }) => {
        const total = (a >>> 0) + (b >>> 0) + carry_in;
        return { sum: (total & mask) >>> 0, carry_out: total > max ? 1 : 0 };
      } : ({ a, b, carry_in }) => {
        const total = BigInt(a) + BigInt(b) + BigInt(carry_in);
        return { sum: BigInt.asUintN(width, total), carry_out: total > maxTotal ? 1 : 0 };
      },
      meta: { description: "Adds two words and a carry.", category: arithmetic, icon: "+" }
    };
  });
  var Subtractor = circuit("Subtractor", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    return {
      inputs: { a: bus(width), b: bus(width), borrow_in: bit },
      outputs: { difference: bus(width), borrow_out: bit },
      eval: fits32(width) ? ({ a, b, borrow_in }) => {
        const total = (a >>> 0) - (b >>> 0) - borrow_in;
        return { difference: (total & mask) >>> 0, borrow_out: total < 0 ? 1 : 0 };
      } : ({ a, b, borrow_in }) => {
        const total = BigInt(a) - BigInt(b) - BigInt(borrow_in);
        return { difference: BigInt.asUintN(width, total), borrow_out: total < 0n ? 1 : 0 };
      },
      meta: { description: "Subtracts a word and a borrow from a word.", category: arithmetic, icon: "−" }
    };
  });
  var Multiplier = circuit("Multiplier", {
    inputs: { a: bus(8), b: bus(8) },
    outputs: { product: bus(16) },
    eval: ({ a, b }) => ({ product: a * b }),
    meta: { description: "Multiplies two unsigned bytes into 16 bits.", category: arithmetic, icon: "×" }
  });
  var WrappingMultiplier = circuit("WrappingMultiplier", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ a, b }) => ({ out: (Math.imul(a, b) & mask) >>> 0 }) : ({ a, b }) => ({ out: BigInt.asUintN(width, BigInt(a) * BigInt(b)) }),
      meta: { description: "Multiplies two words and keeps the low bits.", category: arithmetic, icon: "×↩" }
    };
  });
  var Divider = circuit("Divider", ({ width = 8 } = {}) => {
    const max = max32(width);
    const allOnes = maxWide(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ a, b }) => ({ out: b === 0 ? max : Math.floor((a >>> 0) / (b >>> 0)) }) : ({ a, b }) => ({ out: BigInt(b) === 0n ? allOnes : BigInt(a) / BigInt(b) }),
      meta: { description: "Divides unsigned words.", category: arithmetic, icon: "÷" }
    };
  });
  var Modulo = circuit("Modulo", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width) ? ({ a, b }) => ({ out: b === 0 ? a >>> 0 : (a >>> 0) % (b >>> 0) }) : ({ a, b }) => ({ out: BigInt(b) === 0n ? BigInt(a) : BigInt(a) % BigInt(b) }),
    meta: { description: "The remainder of unsigned division.", category: arithmetic, icon: "%" }
  }));
  var SignedDivider = circuit("SignedDivider", ({ width = 8 } = {}) => {
    const shift = signShift(width);
    const mask = mask32(width);
    const max = max32(width);
    const allOnes = maxWide(width);
    const half = halfWide(width);
    const span = spanWide(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ a, b }) => {
        const dividend = a << shift >> shift;
        const divisor = b << shift >> shift;
        return { out: divisor === 0 ? max : (dividend / divisor & mask) >>> 0 };
      } : ({ a, b }) => {
        const x = BigInt(a);
        const y = BigInt(b);
        const dividend = x >= half ? x - span : x;
        const divisor = y >= half ? y - span : y;
        return { out: divisor === 0n ? allOnes : BigInt.asUintN(width, dividend / divisor) };
      },
      meta: { description: "Divides two's-complement words.", category: arithmetic, icon: "÷±" }
    };
  });
  var SignedModulo = circuit("SignedModulo", ({ width = 8 } = {}) => {
    const shift = signShift(width);
    const mask = mask32(width);
    const half = halfWide(width);
    const span = spanWide(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ a, b }) => {
        const dividend = a << shift >> shift;
        const divisor = b << shift >> shift;
        return { out: divisor === 0 ? a >>> 0 : (dividend % divisor & mask) >>> 0 };
      } : ({ a, b }) => {
        const x = BigInt(a);
        const y = BigInt(b);
        const dividend = x >= half ? x - span : x;
        const divisor = y >= half ? y - span : y;
        return { out: divisor === 0n ? x : BigInt.asUintN(width, dividend % divisor) };
      },
      meta: { description: "The remainder of two's-complement division.", category: arithmetic, icon: "%±" }
    };
  });
  var Comparator = circuit("Comparator", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { eq: bit, ne: bit, lt: bit, le: bit, gt: bit, ge: bit },
    eval: fits32(width) ? ({ a, b }) => {
      const x = a >>> 0;
      const y = b >>> 0;
      return { eq: x === y, ne: x !== y, lt: x < y, le: x <= y, gt: x > y, ge: x >= y };
    } : ({ a, b }) => ({ eq: a === b, ne: a !== b, lt: a < b, le: a <= b, gt: a > b, ge: a >= b }),
    meta: { description: "Compares unsigned words.", category: arithmetic, icon: "⋚" }
  }));
  var SignedComparator = circuit("SignedComparator", ({ width = 8 } = {}) => {
    const shift = signShift(width);
    const half = halfWide(width);
    const span = spanWide(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { eq: bit, ne: bit, lt: bit, le: bit, gt: bit, ge: bit, lte: bit, gte: bit },
      eval: fits32(width) ? ({ a, b }) => {
        const x = a << shift >> shift;
        const y = b << shift >> shift;
        const le = x <= y;
        const ge = x >= y;
        return { eq: x === y, ne: x !== y, lt: x < y, le, gt: x > y, ge, lte: le, gte: ge };
      } : ({ a, b }) => {
        const x = BigInt(a) >= half ? BigInt(a) - span : BigInt(a);
        const y = BigInt(b) >= half ? BigInt(b) - span : BigInt(b);
        const le = x <= y;
        const ge = x >= y;
        return { eq: x === y, ne: x !== y, lt: x < y, le, gt: x > y, ge, lte: le, gte: ge };
      },
      meta: { description: "Compares two's-complement words.", category: arithmetic, icon: "±⋚" }
    };
  });
  var LeftShifter = circuit("LeftShifter", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    const limit = exact(width);
    return {
      inputs: { value: bus(width), shift: bus(width) },
      outputs: { result: bus(width) },
      eval: fits32(width) ? ({ value, shift }) => ({ result: shift >>> 0 >= width ? 0 : (value << shift & mask) >>> 0 }) : ({ value, shift }) => ({
        result: BigInt(shift) >= limit ? 0n : BigInt.asUintN(width, BigInt(value) << BigInt(shift))
      }),
      meta: { description: "Shifts a word left, filling with zeros.", category: arithmetic, icon: "≪" }
    };
  });
  var RightShifter = circuit("RightShifter", ({ width = 8 } = {}) => {
    const limit = exact(width);
    return {
      inputs: { value: bus(width), shift: bus(width) },
      outputs: { result: bus(width) },
      eval: fits32(width) ? ({ value, shift }) => ({ result: shift >>> 0 >= width ? 0 : value >>> shift }) : ({ value, shift }) => ({ result: BigInt(shift) >= limit ? 0n : BigInt(value) >> BigInt(shift) }),
      meta: { description: "Shifts a word right, filling with zeros.", category: arithmetic, icon: "≫" }
    };
  });
  var SignedRightShifter = circuit("SignedRightShifter", ({ width = 8 } = {}) => {
    const sign = signShift(width);
    const mask = mask32(width);
    const max = max32(width);
    const limit = exact(width);
    const allOnes = maxWide(width);
    const half = halfWide(width);
    const span = spanWide(width);
    return {
      inputs: { value: bus(width), shift: bus(width) },
      outputs: { result: bus(width) },
      eval: fits32(width) ? ({ value, shift }) => {
        const v = value << sign >> sign;
        if (shift >>> 0 >= width) return { result: v < 0 ? max : 0 };
        return { result: (v >> shift & mask) >>> 0 };
      } : ({ value, shift }) => {
        const v = BigInt(value) >= half ? BigInt(value) - span : BigInt(value);
        if (BigInt(shift) >= limit) return { result: v < 0n ? allOnes : 0n };
        return { result: BigInt.asUintN(width, v >> BigInt(shift)) };
      },
      meta: {
        description: "Shifts a two's-complement word right, copying the sign bit.",
        category: arithmetic,
        icon: "≫±"
      }
    };
  });
  var SignedAdder = circuit("SignedAdder", {
    inputs: { a: bus(8), b: bus(8), carry_in: bit },
    outputs: { sum: bus(8), overflow: bit, carry_out: bit },
    eval: ({ a, b, carry_in }) => {
      const total = a + b + carry_in;
      const sum = total & 255;
      return { sum, overflow: ((a ^ sum) & (b ^ sum)) >> 7 & 1, carry_out: total > 255 ? 1 : 0 };
    },
    meta: { description: "Adds two signed bytes and tells overflow.", category: arithmetic, icon: "±+" }
  });
  var SignedMultiplier = circuit("SignedMultiplier", {
    inputs: { a: bus(8), b: bus(8) },
    outputs: { product: bus(16) },
    eval: ({ a, b }) => ({ product: (a << 24 >> 24) * (b << 24 >> 24) & 65535 }),
    meta: { description: "Multiplies two signed bytes into 16 bits.", category: arithmetic, icon: "±×" }
  });
  var BusAnd = circuit("BusAnd", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width) ? ({ a, b }) => ({ out: (a & b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) & BigInt(b) }),
    meta: { description: "AND of each pair of bits.", category: busOperations2, icon: "&8" }
  }));
  var BusOr = circuit("BusOr", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width) ? ({ a, b }) => ({ out: (a | b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) | BigInt(b) }),
    meta: { description: "OR of each pair of bits.", category: busOperations2, icon: "|8" }
  }));
  var BusNot = circuit("BusNot", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    return {
      inputs: { in: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ in: x }) => ({ out: (~x & mask) >>> 0 }) : ({ in: x }) => ({ out: BigInt.asUintN(width, ~BigInt(x)) }),
      meta: { description: "The opposite of each bit.", category: busOperations2, icon: "¬8" }
    };
  });
  var BusXor = circuit("BusXor", ({ width = 8 } = {}) => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { out: bus(width) },
    eval: fits32(width) ? ({ a, b }) => ({ out: (a ^ b) >>> 0 }) : ({ a, b }) => ({ out: BigInt(a) ^ BigInt(b) }),
    meta: { description: "XOR of each pair of bits.", category: busOperations2, icon: "⊕8" }
  }));
  var BusXnor = circuit("BusXnor", ({ width = 8 } = {}) => {
    const mask = mask32(width);
    return {
      inputs: { a: bus(width), b: bus(width) },
      outputs: { out: bus(width) },
      eval: fits32(width) ? ({ a, b }) => ({ out: (~(a ^ b) & mask) >>> 0 }) : ({ a, b }) => ({ out: BigInt.asUintN(width, ~(BigInt(a) ^ BigInt(b))) }),
      meta: { description: "XNOR of each pair of bits.", category: busOperations2, icon: "⊙8" }
    };
  });

  // library:bits.ts
  var utilities = "utilities";
  var word = (width) => width === 1 ? bit : bus(width);
  var Splitter = circuit("Splitter", {
    inputs: { in: bus(8) },
    outputs: { out0: bus(4), out1: bus(4) },
    eval: ({ in: x }) => ({ out0: x & 15, out1: x >> 4 }),
    meta: { description: "Splits a byte into two nibbles.", category: utilities, icon: "⊢" }
  });
  var Splitter8to8 = circuit("Splitter8to8", {
    inputs: { in: bus(8) },
    outputs: { bit0: bit, bit1: bit, bit2: bit, bit3: bit, bit4: bit, bit5: bit, bit6: bit, bit7: bit },
    eval: ({ in: x }) => ({
      bit0: x & 1,
      bit1: x >> 1 & 1,
      bit2: x >> 2 & 1,
      bit3: x >> 3 & 1,
      bit4: x >> 4 & 1,
      bit5: x >> 5 & 1,
      bit6: x >> 6 & 1,
      bit7: x >> 7 & 1
    }),
    meta: { description: "Splits a byte into its eight bits.", category: utilities, icon: "⊢8" }
  });
  var Combiner8to8 = circuit("Combiner8to8", {
    inputs: { bit0: bit, bit1: bit, bit2: bit, bit3: bit, bit4: bit, bit5: bit, bit6: bit, bit7: bit },
    outputs: { out: bus(8) },
    eval: ({ bit0, bit1, bit2, bit3, bit4, bit5, bit6, bit7 }) => ({
      out: bit0 | bit1 << 1 | bit2 << 2 | bit3 << 3 | bit4 << 4 | bit5 << 5 | bit6 << 6 | bit7 << 7
    }),
    meta: { description: "Joins eight bits into a byte.", category: utilities, icon: "⊣8" }
  });
  var Concat = circuit("Concat", ({ hiWidth = 4, loWidth = 4 } = {}) => {
    const distance = exact(loWidth);
    return {
      inputs: { high: word(hiWidth), low: word(loWidth) },
      outputs: { out: bus(hiWidth + loWidth) },
      eval: fits32(hiWidth + loWidth) ? ({ high, low }) => ({ out: (high << loWidth | low) >>> 0 }) : ({ high, low }) => ({
        // asUintN because a part of exactly 32 wires arrives as an int32.
        out: BigInt.asUintN(hiWidth, BigInt(high)) << distance | BigInt.asUintN(loWidth, BigInt(low))
      }),
      meta: { description: "Joins two words into a wider one.", category: utilities, icon: "||" }
    };
  });
  var BitSlice = circuit(
    "BitSlice",
    ({ low = 0, high = 7, width } = {}) => {
      const inWidth = width ?? Math.max(8, high + 1);
      const count = Math.max(0, high - low + 1);
      return {
        inputs: { in: bus(inWidth) },
        outputs: { out: bus(Math.max(1, count)) },
        eval: slice(inWidth, low, count),
        meta: { description: "Takes the bits low to high, both included.", category: utilities, icon: "[]" }
      };
    }
  );
  function slice(inWidth, low, count) {
    if (low >= inWidth || count === 0) return () => ({ out: 0 });
    const mask = mask32(count);
    if (fits32(inWidth)) return ({ in: x }) => ({ out: (x >>> low & mask) >>> 0 });
    const distance = exact(low);
    return ({ in: x }) => ({ out: BigInt.asUintN(count, BigInt(x) >> distance) });
  }
  var AddressCombiner = circuit("AddressCombiner", {
    inputs: { lo: bus(8), hi: bus(8) },
    outputs: { out: bus(16) },
    eval: ({ lo, hi }) => ({ out: hi << 8 | lo }),
    meta: { description: "Joins two bytes into a 16-bit address.", category: utilities, icon: "⊕16" }
  });
  var Probe = circuit("Probe", {
    inputs: { in: bit },
    outputs: { out: bit },
    eval: ({ in: x }) => ({ out: x }),
    meta: { description: "Shows the value of a wire.", category: utilities, icon: "🔍" }
  });
  var Slice = circuit(
    "Slice",
    ({ inWidth = 8, offset = 0, width = 1 } = {}) => ({
      inputs: { in: bus(inWidth) },
      outputs: { out: word(width) },
      eval: slice(inWidth, offset, width),
      meta: { description: "Takes `width` bits from position `offset` on.", category: utilities, icon: "⊂" }
    })
  );
  var SignExtend = circuit(
    "SignExtend",
    ({ inWidth = 8, outWidth = 16 } = {}) => {
      const shift = signShift(inWidth);
      const mask = mask32(outWidth);
      const half = halfWide(inWidth);
      const span = spanWide(inWidth);
      return {
        inputs: { in: bus(inWidth) },
        outputs: { out: bus(outWidth) },
        eval: fits32(inWidth) && fits32(outWidth) ? ({ in: x }) => ({ out: (x << shift >> shift & mask) >>> 0 }) : ({ in: x }) => {
          const u = BigInt.asUintN(inWidth, BigInt(x));
          return { out: BigInt.asUintN(outWidth, u >= half ? u - span : u) };
        },
        meta: { description: "Widens a two's-complement word.", category: utilities, icon: "±⊳" }
      };
    }
  );
  var ZeroExtend = circuit(
    "ZeroExtend",
    ({ inWidth = 8, outWidth = 16 } = {}) => ({
      inputs: { in: bus(inWidth) },
      outputs: { out: bus(outWidth) },
      eval: slice(inWidth, 0, outWidth),
      meta: { description: "Widens an unsigned word.", category: utilities, icon: "0⊳" }
    })
  );
  var DynamicSlice = circuit(
    "DynamicSlice",
    ({ inWidth = 8, shiftWidth = 8, outWidth = 1 } = {}) => {
      const mask = mask32(outWidth);
      const limit = exact(inWidth);
      return {
        inputs: { in: bus(inWidth), shift: bus(shiftWidth) },
        outputs: { out: word(outWidth) },
        eval: fits32(inWidth) && fits32(shiftWidth) ? ({ in: x, shift }) => ({ out: shift >>> 0 >= inWidth ? 0 : (x >>> shift & mask) >>> 0 }) : ({ in: x, shift }) => {
          const distance = BigInt.asUintN(shiftWidth, BigInt(shift));
          if (distance >= limit) return { out: 0n };
          return { out: BigInt.asUintN(outWidth, BigInt.asUintN(inWidth, BigInt(x)) >> distance) };
        },
        meta: { description: "Takes bits from a position that another word gives.", category: utilities, icon: "⊂?" }
      };
    }
  );

  // library:display.ts
  var display = "display";
  var SevenSegment = circuit("SevenSegment", {
    inputs: { in: bus(4) },
    meta: { description: "Shows one hexadecimal digit.", category: display, icon: "7", synthesizable: false }
  });
  var HexDisplay = circuit("HexDisplay", {
    inputs: { in: bus(8) },
    meta: { description: "Shows a byte as two hexadecimal digits.", category: display, icon: "0xFF", synthesizable: false }
  });
  var Screen = circuit(
    "Screen",
    (_options = {}) => ({
      inputs: { dataIn: bus(8) },
      outputs: { addrB: bus(16) },
      state: { memory: mem(65536, 8) },
      eval: () => ({ addrB: 0 }),
      meta: {
        description: "Shows the contents of a memory as a picture.",
        category: display,
        icon: "🖥️",
        synthesizable: false
      }
    })
  );
  var RasterDisplay = circuit(
    "RasterDisplay",
    (_options = {}) => ({
      inputs: { dataIn: bus(8) },
      outputs: { addrB: bus(16), scanX: bus(8), scanY: bus(8), hblank: bit, vblank: bit },
      state: { memory: mem(65536, 8) },
      eval: () => ({ addrB: 0, scanX: 0, scanY: 0, hblank: 0, vblank: 0 }),
      meta: {
        description: "Shows the contents of a memory as a picture, like a monitor.",
        category: display,
        icon: "📺",
        synthesizable: false
      }
    })
  );
  var Console = circuit("Console", {
    inputs: { data: bus(8), we: bit },
    state: { text: "" },
    onTick: ({ data = 0, we, text }) => {
      if (!we || data === 0) return { text };
      if (data === 12) return { text: "" };
      return { text: (text + String.fromCharCode(data)).slice(-4096) };
    },
    meta: { description: "Prints characters.", category: display, icon: "📟", synthesizable: false }
  });

  // library:io.ts
  var inputOutput = "input-output";
  function numeric(value) {
    return typeof value === "number" || typeof value === "bigint" ? value : 0;
  }
  var Switch = circuit("Switch", {
    outputs: { out: bit },
    eval: ({ value = 0 }) => ({ out: value ? 1 : 0 }),
    meta: { description: "A switch that the user flips.", category: inputOutput, icon: "⚡", interactiveArg: "value" }
  });
  var Led = circuit("Led", {
    inputs: { in: bit },
    eval: () => ({}),
    meta: { description: "Shows one bit as a lamp.", category: inputOutput, icon: "💡" }
  });
  var Input = circuit("Input", ({ width = 8 } = {}) => ({
    outputs: { out: bus(width) },
    eval: ({ value = 0 }) => ({ out: numeric(value) }),
    meta: { description: "A number that the user enters.", category: inputOutput, icon: "🔢", interactiveArg: "value" }
  }));
  var Output = circuit("Output", {
    inputs: { in: bus(8) },
    eval: () => ({}),
    meta: { description: "Shows a byte as a number.", category: inputOutput, icon: "📤" }
  });
  var Constant = circuit("Constant", ({ width = 1 } = {}) => ({
    outputs: { out: width === 1 ? bit : bus(width) },
    eval: ({ value = 0 }) => ({ out: numeric(value) }),
    meta: { description: "A number that never changes.", category: "utilities", icon: "K", interactiveArg: "value" }
  }));

  // library:memory.ts
  var memoryCategory = "memory";
  var ROM = circuit("ROM", (_options = {}) => ({
    inputs: { addr: bus(16) },
    outputs: { data_out: bus(8) },
    state: { memory: mem(65536, 8) },
    eval: ({ addr, memory }) => ({ data_out: memory[addr] }),
    onTick: ({ memory }) => ({ memory }),
    meta: { description: "Holds 65,536 bytes that never change.", category: memoryCategory, icon: "📀" }
  }));
  var RAM = circuit("RAM", (_options = {}) => ({
    inputs: { addr: bus(8), data_in: bus(8), we: bit },
    outputs: { data_out: bus(8) },
    state: { memory: mem(256, 8) },
    eval: ({ addr, memory }) => ({ data_out: memory[addr] }),
    onTick: ({ addr = 0, data_in = 0, we, memory }) => {
      if (we) memory[addr] = data_in;
      return { memory };
    },
    meta: { description: "Stores 256 bytes.", category: memoryCategory, icon: "📝" }
  }));
  var DualPortRAM = circuit(
    "DualPortRAM",
    ({ addressWidth = 8, dataWidth = 8 } = {}) => {
      const narrow = fits32(addressWidth);
      return {
        inputs: { addrA: bus(addressWidth), dataA: bus(dataWidth), weA: bit, addrB: bus(addressWidth) },
        outputs: { outA: bus(dataWidth), outB: bus(dataWidth) },
        state: { memory: mem(2 ** addressWidth, dataWidth) },
        eval: narrow ? ({ addrA, addrB, memory }) => ({ outA: memory[addrA >>> 0], outB: memory[addrB >>> 0] }) : ({ addrA, addrB, memory }) => ({ outA: memory[addrA], outB: memory[addrB] }),
        onTick: narrow ? ({ addrA = 0, dataA = 0, weA, memory }) => {
          if (weA) memory[addrA >>> 0] = dataA;
          return { memory };
        } : ({ addrA = 0, dataA = 0, weA, memory }) => {
          if (weA) memory[addrA] = dataA;
          return { memory };
        },
        meta: {
          description: "Stores words; one port reads and writes, a second one reads.",
          category: memoryCategory,
          icon: "📝×2"
        }
      };
    }
  );
  function wordAt(memory, address) {
    const first = (address & ~3) >>> 0;
    return memory[first] | memory[first + 1] << 8 | memory[first + 2] << 16 | memory[first + 3] << 24;
  }
  var DualPortROM = circuit("DualPortROM", (_options = {}) => ({
    inputs: { addrA: bus(32), addrB: bus(32) },
    outputs: { dataA: bus(32), dataB: bus(32) },
    state: { memory: mem(65536, 8) },
    eval: ({ addrA, addrB, memory }) => ({ dataA: wordAt(memory, addrA), dataB: wordAt(memory, addrB) }),
    onTick: ({ memory }) => ({ memory }),
    meta: { description: "Holds 65,536 bytes and reads two 32-bit words of them.", category: memoryCategory }
  }));
  function romFromBytes(bytes) {
    const image = {};
    for (let i = 0; i < bytes.length; i++) {
      const value = bytes[i] & 255;
      if (value !== 0) image[i] = value;
    }
    return image;
  }
  function romFromWords(words, width) {
    if (!Number.isInteger(width) || width < 1 || width > 32) {
      throw new Error(`romFromWords: the ROM word width must be an integer in 1..32, got ${width}`);
    }
    const span = 2 ** width;
    const image = {};
    for (let i = 0; i < words.length; i++) {
      const value = (words[i] >>> 0) % span;
      if (value !== 0) image[i] = value;
    }
    return image;
  }
  function romFromEntries(entries) {
    const image = {};
    for (const [address, value] of entries) {
      if (!Number.isInteger(address) || address < 0) {
        throw new Error(`romFromEntries: a ROM address must be a non-negative integer, got ${address}`);
      }
      if (value !== 0) image[address] = value;
    }
    return image;
  }

  // library:routing.ts
  var plexers = "plexers";
  var Mux = circuit("Mux", ({ width = 1 } = {}) => {
    const word2 = width === 1 ? bit : bus(width);
    return {
      inputs: { in0: word2, in1: word2, sel: bit },
      outputs: { out: word2 },
      eval: ({ in0, in1, sel }) => ({ out: sel ? in1 : in0 }),
      meta: { description: "Passes on one of two inputs.", category: plexers, icon: "MUX" }
    };
  });
  var Decoder = circuit("Decoder", {
    inputs: { in: bus(2) },
    outputs: { out0: bit, out1: bit, out2: bit, out3: bit },
    eval: ({ in: x }) => ({ out0: x === 0, out1: x === 1, out2: x === 2, out3: x === 3 }),
    meta: { description: "Turns a 2-bit number into one of four lines.", category: plexers, icon: "DEC" }
  });

  // library:sequential.ts
  var sequential = "sequential";
  var DFlipFlop = circuit("DFlipFlop", (_options = {}) => ({
    inputs: { d: bit },
    outputs: { q: bit, q_bar: bit },
    state: { value: reg(1) },
    eval: ({ value }) => ({ q: value, q_bar: value ^ 1 }),
    onTick: ({ d }) => ({ value: d ? 1 : 0 }),
    meta: { description: "Stores one bit.", category: sequential, icon: "D" }
  }));
  var Register = circuit(
    "Register",
    ({ width = 8 } = {}) => ({
      inputs: { data: bus(width), we: bit, rst: bit },
      outputs: { q: bus(width) },
      state: { value: reg(width) },
      eval: ({ value }) => ({ q: value }),
      onTick: ({ data, we, rst, value }) => ({ value: rst ? 0 : we ? data : value }),
      meta: { description: "Stores a word when told to.", category: sequential, icon: "REG" }
    })
  );

  // library:infer.ts
  var WIDTH_INFERENCE = {
    /** out = sel ? in1 : in0, unmasked; one wire by default. */
    Mux: { option: "width", ports: ["in0", "in1", "out"], least: 1 },
    /** out = value, unmasked; one wire by default. */
    Constant: { option: "width", ports: ["out"], value: "value", least: 1 },
    /** out = value, unmasked: Input({ value: 1000 }) drives 1000. */
    Input: { option: "width", ports: ["out"], value: "value", least: 8 },
    /** Stores data as it comes. */
    Register: { option: "width", ports: ["data", "q"], value: "value", least: 8 },
    /** a & b, a | b, a ^ b of whatever comes. */
    BusAnd: { option: "width", ports: ["a", "b", "out"], least: 8 },
    BusOr: { option: "width", ports: ["a", "b", "out"], least: 8 },
    BusXor: { option: "width", ports: ["a", "b", "out"], least: 8 },
    /** Compare the numbers as they come. */
    Comparator: { option: "width", ports: ["a", "b"], least: 8 },
    /** Look at every bit that comes. */
    LogicNot: { option: "width", ports: ["a"], least: 8 },
    ReduceOr: { option: "width", ports: ["a"], least: 8 },
    ReduceXor: { option: "width", ports: ["a"], least: 8 },
    ReduceXnor: { option: "width", ports: ["a"], least: 8 },
    /** Shifts what comes before anything is cut off; the port only has to be wide enough. */
    BitSlice: { option: "width", ports: ["in"], least: 8 }
  };
  return __toCommonJS(index_exports);
})();

return exports;
})();
