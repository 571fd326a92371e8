package protocol

import "simten.dev/engine/circuit"

// diagnosticCodes are the diagnostics that are more than a failure of user code.
var diagnosticCodes = map[circuit.Code]ErrorCode{
	circuit.CodeSyntax:            ErrSyntax,
	circuit.CodeSourceTooLarge:    ErrPayloadTooLarge,
	circuit.CodeNestedTooDeeply:   ErrInvalidCode,
	circuit.CodeExpansion:         ErrInvalidCode,
	circuit.CodeDynamicImport:     ErrInvalidCode,
	circuit.CodePackageImport:     ErrInvalidCode,
	circuit.CodeRelativeImport:    ErrInvalidCode,
	circuit.CodeUnknownImport:     ErrInvalidCode,
	circuit.CodeImportCycle:       ErrInvalidCode,
	circuit.CodeHostImport:        ErrInvalidCode,
	circuit.CodeTopLevelReturn:    ErrInvalidCode,
	circuit.CodeTopLevelAwait:     ErrInvalidCode,
	circuit.CodeUnsupportedSyntax: ErrInvalidCode,
	circuit.CodeTimeLimit:         ErrTimeout,
	circuit.CodeLambdaTime:        ErrTimeout,
	circuit.CodeDenied:            ErrDenied,
	circuit.CodeMemory:            ErrMemory,
	circuit.CodeTooLarge:          ErrPayloadTooLarge,
	circuit.CodeUnknownSignal:     ErrInvalidRequest,
	circuit.CodeBadSnapshot:       ErrInvalidRequest,
	circuit.CodeDeposit:           ErrInvalidRequest,
}

// CodeOf is the code of the error that a diagnostic stands for when a request fails with it.
func CodeOf(code circuit.Code) ErrorCode {
	if known, ok := diagnosticCodes[code]; ok {
		return known
	}
	return ErrRuntime
}

// FromDiagnostic makes the error of a request that failed with a diagnostic.
func FromDiagnostic(d *circuit.Diagnostic) *Error {
	e := NewError(CodeOf(d.Code), circuit.CutMessage(d.Message))
	e.Circuit, e.Node, e.Nodes = d.Circuit, d.Node, d.Nodes
	e.File, e.Line, e.Column = d.File, d.Line, d.Column
	if d.Suggestion != "" {
		e.Advice = circuit.CutMessage(d.Suggestion)
	}
	return e
}
