// Package invariants holds what must stay true of the whole: its parts look at sources (dynamic, layers), at the pages
// in Markdown (documents) and at what a build made (product), and each can show that it fails on a planted violation.
// The tests here join them; those over a build need the tag built.
package invariants
