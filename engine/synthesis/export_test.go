package synthesis

import (
	"context"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
)

// BuildAnew is Build with netlist.FinishAnew.
func BuildAnew(ctx context.Context, r *realm.Realm, d *elaborate.Design, o Options) (*netlist.Module, error) {
	m, _, from, err := assemble(ctx, r, d, o)
	if err == nil {
		netlist.FinishAnew(m, from)
	}
	return m, err
}
