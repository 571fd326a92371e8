// Package memory lowers the use of state: reads of memories that see the writes before them and the reads before them,
// writes as a list with conditions, memories as one value within loops, Maps that are copies of memories, and what a
// state field of 32 bits holds of a number.
package memory
