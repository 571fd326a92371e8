package circuit

// Codes of the realm, the checks, elaboration and simulation. The codes of the source stage are in
// codes_source.go. A code never changes its meaning; docs/diagnostics.md explains each.
const (
	// CodeException: the program threw while it ran.
	CodeException Code = "E020"
	// CodeNoCircuits: the program made no circuit.
	CodeNoCircuits Code = "E021"
	// CodeUnknownCircuit: the circuit asked for by name is not in the file.
	CodeUnknownCircuit Code = "E022"
	// CodeTimeLimit: the program ran longer than the limit.
	CodeTimeLimit Code = "E023"
	// CodeDenied: the program asked for something that circuits may not have (eval, Function, …).
	CodeDenied Code = "E024"
	// CodeTooLarge: the program made more circuits or nodes than the limit.
	CodeTooLarge Code = "E025"

	// CodeUnknownName: the program uses a name that does not exist.
	CodeUnknownName Code = "E026"

	// CodeMemory: the program asked for more memory than there is.
	CodeMemory Code = "E027"
	// CodeNoTests: a file that was run as a test declares none.
	CodeNoTests Code = "E028"
	// CodePartNotAllowed: a submission uses a part that its level does not allow.
	CodePartNotAllowed Code = "E029"

	// CodeDuplicateNode: two nodes of one circuit have the same id.
	CodeDuplicateNode Code = "E030"
	// CodePortClash: one name is both an input and an output.
	CodePortClash Code = "E031"
	// CodeStateClash: a state field is named like a port.
	CodeStateClash Code = "E032"
	// CodeReservedNode: a node is called inputs, outputs or nodes.
	CodeReservedNode Code = "E033"
	// CodeTickWithoutState: onTick without state.
	CodeTickWithoutState Code = "E034"
	// CodeUnknownPort: a port that does not exist.
	CodeUnknownPort Code = "E035"
	// CodeUnknownNode: a node that does not exist.
	CodeUnknownNode Code = "E036"
	// CodeTruncates: a wide bus wired into a narrower one.
	CodeTruncates Code = "E037"
	// CodeMultipleDrivers: several sources drive one port.
	CodeMultipleDrivers Code = "E038"
	// CodeBadConnect: connect threw, or returned something that is not a list of connections.
	CodeBadConnect Code = "E039"
	// CodeBadPortType: something that is not a port type.
	CodeBadPortType Code = "E040"
	// CodeBadNode: a node that is not a circuit.
	CodeBadNode Code = "E041"
	// CodeBadState: something that is not a state field.
	CodeBadState Code = "E042"
	// CodeBadBehavior: eval or onTick is not a function.
	CodeBadBehavior Code = "E043"
	// CodeDirection: a connection starts at a sink or ends at a source.
	CodeDirection Code = "E044"

	// CodeUnknownComponent: a node refers to a circuit that is not there.
	CodeUnknownComponent Code = "E060"
	// CodeRecursion: a circuit contains itself.
	CodeRecursion Code = "E061"
	// CodeFlatDrivers: several drivers meet on one wire once the hierarchy is flattened.
	CodeFlatDrivers Code = "E062"

	// CodeLambdaThrew: eval or onTick threw.
	CodeLambdaThrew Code = "E080"
	// CodeLambdaResult: eval or onTick returned something unusable.
	CodeLambdaResult Code = "E081"
	// CodeOscillation: combinational logic does not settle.
	CodeOscillation Code = "E082"
	// CodeLambdaTime: eval or onTick ran longer than the limit.
	CodeLambdaTime Code = "E083"
	// CodeUnknownSignal: set, get or setNode names something unknown.
	CodeUnknownSignal Code = "E084"
	// CodeBadSnapshot: a snapshot that does not belong to this circuit.
	CodeBadSnapshot Code = "E085"
	// CodeQuestion: a question about a run that makes no sense, such as an expression with an error in it.
	CodeQuestion Code = "E086"
	// CodeDeposit: a register or memory that is overwritten with what it cannot hold.
	CodeDeposit Code = "E087"

	// CodeNoVerilog: a part of a circuit has no form in Verilog.
	CodeNoVerilog Code = "E088"

	// CodeWidens: a narrow bus wired into a wider one.
	CodeWidens Code = "W001"
	// CodeUnconnected: a node input that nothing drives reads 0.
	CodeUnconnected Code = "W002"
	// CodeUndrivenOutput: a circuit output that nothing drives reads 0.
	CodeUndrivenOutput Code = "W003"
	// CodeDoesNotFit: a lambda returned a value wider than its port.
	CodeDoesNotFit Code = "W004"
	// CodeLoop: a combinational loop.
	CodeLoop Code = "W005"
	// CodeDuplicateCircuit: two different circuits share one name.
	CodeDuplicateCircuit Code = "W006"
	// CodeUnknownOption: a factory was given an option that it does not read.
	CodeUnknownOption Code = "W007"
	// CodeBitCut: a bus wired into a bit keeps only its lowest wire.
	CodeBitCut Code = "W008"
	// CodeResultNames: a lambda returns a name that nobody declared, or never returns an output.
	CodeResultNames Code = "W009"
	// CodeOutOfRange: a memory is given, or accessed at, an address that it does not have.
	CodeOutOfRange Code = "W010"
	// CodeNeverChanges: a circuit has registers and no onTick, so they keep their start values.
	CodeNeverChanges Code = "W011"
	// CodeUnknownKey: a description has a key that means nothing, such as input for inputs.
	CodeUnknownKey Code = "W012"
	// CodeNeverCalled: a circuit of nodes has an eval or state of its own, which is never used.
	CodeNeverCalled Code = "W013"
	// CodeUnknownField: a lambda reads a name that nobody gives it.
	CodeUnknownField Code = "W014"
	// CodeLostStart: a start value stands in the state of a factory, where it is not kept.
	CodeLostStart Code = "W015"
	// CodeLostWrites: onTick writes to a memory, or to a field of its argument, and does not return it.
	CodeLostWrites Code = "W016"
	// CodeMemoryUse: a lambda uses a memory like a list or like a list of lists, which it is not.
	CodeMemoryUse Code = "W017"
	// CodeNeverTrue: a lambda compares a port or state field with a value that it cannot have, so that the comparison
	// always comes out the same.
	CodeNeverTrue Code = "W018"
	// CodeTextInNumber: a text is kept in a state field that holds numbers.
	CodeTextInNumber Code = "W019"

	// CodeVerilogDiffers: Verilog does something else than the simulation where that has no form in it.
	CodeVerilogDiffers Code = "W023"

	// CodeInferredWidth: a component made without width took it from what is connected.
	CodeInferredWidth Code = "I001"
	// CodeOpaque: a lambda uses something that cannot be compiled; it is interpreted, always or where that happens.
	CodeOpaque Code = "I101"
	// CodeLatch: an eval without state does not always give an output, which then keeps its value.
	CodeLatch Code = "I102"
)
