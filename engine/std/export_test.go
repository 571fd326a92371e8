package std

// FileNames and Read are for the test that the list of files and the folder agree.
var (
	FileNames = fileNames
	Read      = read
)
