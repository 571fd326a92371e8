// Every name of the library that a circuit can use without an import.

export {
  Adder, Divider, FullAdder, Incrementer, Modulo, Multiplier, SignedAdder, SignedDivider, SignedModulo,
  SignedMultiplier, Subtractor, WrappingMultiplier,
} from './arithmetic'
export {
  AddressCombiner, BitSlice, Combiner8to8, Concat, DynamicSlice, Probe, SignExtend, Slice, Splitter, Splitter8to8,
  ZeroExtend,
} from './bits'
export { BusAnd, BusNot, BusOr, BusXnor, BusXor } from './bitwise'
export { Comparator, SignedComparator } from './compare'
export { MemBusMux, NIC_FIFO, UART_RX, UART_TX } from './devices'
export { Eth_AddrClassifier, Eth_CRC32, Eth_FrameInput, Eth_FrameParser, Eth_ProtocolDecoder } from './ethernet'
export { Dlatch, Mem, Pmux } from './importshapes'
export { Console, HexDisplay, RasterDisplay, Screen, SevenSegment } from './display'
export { Constant, Input, Led, Output, Switch } from './io'
export {
  And, Buffer, LogicAnd, LogicNot, LogicOr, Nand, Nor, Not, Or, ReduceAnd, ReduceOr, ReduceXnor, ReduceXor, Xnor, Xor,
} from './logic'
export { DualPortRAM, DualPortROM, RAM, ROM, romFromBytes, romFromEntries, romFromWords } from './memory'
export { Button } from './legacy'
export { MADE_OF, MADE_OF_NAMES, hasMadeOf } from './madeof'
export { Decoder, Mux } from './routing'
export { RV32I_Core } from './rv32i-core'
export { RV32I_Control, RV32I_Decode, RV32I_ImmGen } from './rv32i-decode'
export { RV32I_ALU, RV32I_BranchComp } from './rv32i-execute'
export {
  RV32I_DataMem, RV32I_InstrMem, RV32I_LoadAlign, RV32I_LoadAlignFull, RV32I_RegisterFile,
} from './rv32i-memory'
export {
  RV32I_ForwardingUnit, RV32I_HazardUnit, RV32I_NextPCMux, RV32I_WBBypass, RV32I_WritebackMux,
} from './rv32i-pipeline'
export { DFlipFlop, Register } from './sequential'
export { LeftShifter, RightShifter, SignedRightShifter } from './shift'
// Read by the realm, and no names of the language. The result of standardCircuits is the name STDLIB_CIRCUITS; the
// realm builds it when it is first looked at, because no other program needs every component built.
export { standardCircuits } from './aggregate'
export { WIDTH_INFERENCE } from './infer'
