// Every name of the library that a circuit can use without an import.

export {
  Adder, BusAnd, BusNot, BusOr, BusXnor, BusXor, Comparator, Divider, FullAdder, Incrementer, LeftShifter, Modulo,
  Multiplier, RightShifter, SignedAdder, SignedComparator, SignedDivider, SignedModulo, SignedMultiplier,
  SignedRightShifter, Subtractor, WrappingMultiplier,
} from './arithmetic'
export {
  AddressCombiner, BitSlice, Combiner8to8, Concat, DynamicSlice, Probe, SignExtend, Slice, Splitter, Splitter8to8,
  ZeroExtend,
} from './bits'
export { Console, HexDisplay, RasterDisplay, Screen, SevenSegment } from './display'
export { Constant, Input, Led, Output, Switch } from './io'
export {
  And, Buffer, LogicAnd, LogicNot, LogicOr, Nand, Nor, Not, Or, ReduceAnd, ReduceOr, ReduceXnor, ReduceXor, Xnor, Xor,
} from './logic'
export { DualPortRAM, DualPortROM, RAM, ROM, romFromBytes, romFromEntries, romFromWords } from './memory'
export { Decoder, Mux } from './routing'
export { DFlipFlop, Register } from './sequential'
// Read by the realm; not a name of the language.
export { WIDTH_INFERENCE } from './infer'
