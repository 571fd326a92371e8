package netlist

import (
	"slices"
	"strconv"

	"simten.dev/engine/word"
)

// Body is what word.Repeat with number k does, as a module: a round is a clock cycle, the values that change are
// registers, the others inputs. Register 0 is one bit: another round is to be done. Invariant values that a round needs
// are computed in it, too, as there is nothing before it. The module has the memories of m, and writes to none of them.
func (m *Module) Body(k int) *Module {
	body := m.Bodies[k]
	to := &Module{Name: m.Name + "#" + strconv.Itoa(k), Memories: slices.Clone(m.Memories), Path: m.Path}
	for i := range to.Memories {
		to.Memories[i].Writes = nil
	}
	b := word.NewBuilder()
	b.Tables, b.Bodies = body.Tables, body.Bodies
	changing := len(body.Next)
	for i, w := range body.Widths {
		if i < changing {
			to.Registers = append(to.Registers, Register{Name: "v" + strconv.Itoa(i), Width: w})
		} else {
			to.Inputs = append(to.Inputs, Input{Kind: TopInput, Width: w, Index: i - changing, Name: "v" + strconv.Itoa(i)})
		}
	}
	place := make([]word.ID, len(body.Ops))
	for i := range body.Ops {
		op := &body.Ops[i]
		switch {
		case op.Kind == word.Param && op.Imm < uint64(changing):
			place[i] = b.Leaf(word.Reg, int(op.Width), op.Imm)
		case op.Kind == word.Param:
			place[i] = b.Leaf(word.Param, int(op.Width), op.Imm-uint64(changing))
		default:
			place[i] = b.Copy(&body.Graph, word.ID(i), func(id word.ID) word.ID { return place[id] })
		}
	}
	for i, id := range body.Next {
		to.Registers[i].Next = place[id]
	}
	Finish(to, b, nil)
	to.Invariant = 0
	return to
}
