package attacks

// Absent are attacks on what does not exist here, each with the reason.
var Absent = map[string]string{}
