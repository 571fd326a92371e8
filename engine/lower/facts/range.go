package facts

import (
	"math/big"

	"simten.dev/engine/lower/domain"
)

// MaxNarrowed is how many choices are made again for a narrower field: the wide ones stay when something else needs
// them, too.
const MaxNarrowed = 16

// Ones is the largest number of so many bits.
func Ones(width int) *big.Int {
	return new(big.Int).Sub(new(big.Int).Lsh(domain.BigOne, uint(width)), domain.BigOne)
}
