package behaviours

// Gaps are the behaviours that are missing, or that hold in part.
var Gaps = map[string]Gap{}
