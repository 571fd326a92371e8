package session

import (
	"context"
	"errors"
	"fmt"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/wasmgen"
)

// ErrNotPrecompiled means that a circuit cannot run without the engine: it has errors or warnings that only a run
// finds, imports packages, calls lambdas in the interpreter, shows texts, or is very large.
var ErrNotPrecompiled = errors.New("the circuit needs the engine")

// Precompile compiles a circuit ahead of time, for V8. Its result answers exactly as a session of the same build does;
// see protocol.Precompiled. The error is ErrNotPrecompiled for circuits that this cannot be done for.
func Precompile(ctx context.Context, request protocol.CompileRequest, l protocol.Limits) (*protocol.Precompiled, error) {
	compiled, err := sandbox.Compile(ctx, sandbox.Source{Text: request.Source, Circuit: request.Circuit, Harness: request.Harness}, sandbox.LimitsOf(l))
	if err != nil {
		return nil, err
	}
	defer compiled.Close()
	if compiled.Design == nil || compiled.Lock != nil {
		return nil, ErrNotPrecompiled
	}
	general, err := compiled.Editable(ctx)
	if err != nil {
		return nil, err
	}
	module, err := wasmgen.NewStandalone(general)
	if errors.Is(err, wasmgen.ErrNeedsHost) {
		return nil, fmt.Errorf("%w: %w", ErrNotPrecompiled, err)
	}
	if err != nil {
		return nil, err
	}
	shown := newExposure(compiled.Design, l.ShownStateBytes)
	p := &protocol.Precompiled{
		Compile: request, Result: program{compiled: compiled}.Result(), Code: module.Code,
		Control: int(module.Control), Events: int(module.Events), Shown: int(module.Shown),
		Controls: controls(sandbox.NewControls(compiled.Design), general),
	}
	if p.Result.Omitted != nil {
		return nil, ErrNotPrecompiled
	}
	if err := sandbox.EncodeColumns(&p.Result, compiled.Design); err != nil {
		return nil, err
	}
	if p.Result.Design.Levels != nil {
		return nil, ErrNotPrecompiled
	}
	p.Result.Design.States, p.Result.Design.Pictures = shown.infos(), shown.pictures
	for i, in := range module.Inputs {
		p.Inputs = append(p.Inputs, protocol.PrecompiledInput{Address: int(in.Offset), Width: general.Inputs[i].Width, Start: in.Value})
	}
	placeNets(p, module, compiled.Design)
	for _, piece := range module.Start {
		p.Start = append(p.Start, protocol.PrecompiledPiece{Address: int(piece.Offset), Length: int(piece.Length), Bytes: trimZeros(piece.Bytes)})
	}
	if p.States, err = placeStates(shown, module); err != nil {
		return nil, err
	}
	return p, nil
}

// precompile makes the file of a circuit. It touches no slot; the request's slot only names the one who waits.
func (s *Session) precompile(ctx context.Context, request protocol.Request) {
	slot := s.slots[request.Slot]
	var at uint64
	if slot != nil {
		at = slot.machine.Cycle()
	}
	s.sink.Enter(request.Slot, request.ID, at)
	if err := s.engine.Prepare(); err != nil {
		s.reply(slot, request, s.toError(nil, err))
		return
	}
	reply := protocol.Reply{ID: request.ID, Slot: request.Slot, Type: request.Type, At: at}
	file, err := s.engine.Precompile(s.deadline(ctx), *request.Precompile)
	if err != nil {
		reply.Error = s.toError(nil, err)
	} else {
		reply.Precompile = &protocol.PrecompileResult{File: file}
	}
	if slot != nil {
		reply.Status = slot.status(s.clock())
	}
	s.sink.Reply(reply)
}

// Precompile implements Engine.
func (n native) Precompile(ctx context.Context, request protocol.PrecompileRequest) (string, error) {
	compile := protocol.CompileRequest{Source: request.Source, Circuit: request.Circuit, Harness: true}
	compiled, err := Precompile(ctx, compile, n.told)
	if errors.Is(err, ErrNotPrecompiled) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	content, err := protocol.Encode(compiled)
	return string(content), err
}

// placeNets says where the value of each net stands.
func placeNets(p *protocol.Precompiled, module *wasmgen.Standalone, d *elaborate.Design) {
	p.Nets = make([]uint32, len(module.Nets))
	for net, cell := range module.Nets {
		p.Nets[net] = cell.Offset
		if cell.Bytes > 0 {
			continue
		}
		p.Nets[net] = module.Shown + uint32(len(p.Constants))
		width := d.Nets[net].Width
		bytes := make([]byte, sim.CellBytes(width))
		sim.PutCell(bytes, cell.Value, width)
		p.Constants = append(p.Constants, bytes...)
	}
}

// placeStates says where the states stand that frames carry.
func placeStates(shown *exposure, module *wasmgen.Standalone) ([]protocol.PrecompiledState, error) {
	states := make([]protocol.PrecompiledState, len(shown.states))
	for i := range shown.states {
		s := &shown.states[i]
		cells, ok := module.State(s.node, s.field)
		if !ok {
			return nil, ErrNotPrecompiled
		}
		left := len(s.sent)
		for _, c := range cells {
			length := min(int(c.Bytes), left)
			left -= length
			states[i].Cells = append(states[i].Cells, protocol.PrecompiledCell{Address: int(c.Offset), Length: length, Bit: c.Bit})
		}
	}
	return states, nil
}

// controls says which inputs of a netlist take what is set.
func controls(list *sandbox.Controls, m *netlist.Module) map[string]protocol.PrecompiledControl {
	all := map[string]protocol.PrecompiledControl{}
	for _, c := range list.List() {
		control := protocol.PrecompiledControl{Width: c.Width, Targets: []protocol.PrecompiledTarget{}}
		for i := range m.Inputs {
			in := &m.Inputs[i]
			top := in.Kind == netlist.TopInput
			if top && in.Index != c.Input || !top && (c.Input >= 0 || in.Node != c.Node || in.Name != c.Argument) {
				continue
			}
			role := protocol.RoleValue
			switch in.Kind {
			case netlist.Present:
				role = protocol.RoleGiven
			case netlist.IsBig:
				role = protocol.RoleLarge
			}
			control.Targets = append(control.Targets, protocol.PrecompiledTarget{Input: i, Role: role})
		}
		all[c.Name] = control
	}
	return all
}

// trimZeros cuts the zeros at the end off.
func trimZeros(bytes []byte) []byte {
	for len(bytes) > 0 && bytes[len(bytes)-1] == 0 {
		bytes = bytes[:len(bytes)-1]
	}
	return bytes
}
