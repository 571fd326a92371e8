package attacks

// Absent are attacks on what does not exist here, each with the reason.
var Absent = map[string]string{
	"A230": "no message is passed on from one window to another",
	"A231": "there is no server for models",
	"A250": "no file is named after anything in a circuit",
	"A252": "there is no server for models; names are data in JSON (A245)",
	"A304": "there is no server for models",
	"A306": "there is no server for models, and nothing goes from a page to the command",
}
