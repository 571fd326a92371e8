package rtl

import (
	"context"

	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
	"simten.dev/engine/word"
)

// FinishAnew is Finish that always emits the operations anew.
func FinishAnew(m *Module, from *word.Builder) { finish(m, from, nil, true) }

// BuildAnew is Build with FinishAnew.
func BuildAnew(ctx context.Context, r *realm.Realm, d *elaborate.Design, o Options) (*Module, error) {
	m, _, from, err := assemble(ctx, r, d, o)
	if err == nil {
		FinishAnew(m, from)
	}
	return m, err
}
