package circuit

// Codes of the stage "source": what is wrong with the TypeScript text before it runs.
const (
	// CodeSyntax: the text is not TypeScript, for example `const a = ;`. Fix the marked place.
	CodeSyntax Code = "E001"
	// CodeSourceTooLarge: the text exceeds the size limit. Split the circuit or generate it with a loop.
	CodeSourceTooLarge Code = "E002"
	// CodeNestedTooDeeply: brackets, arrows or one expression nest beyond the limit. Name the inner parts.
	CodeNestedTooDeeply Code = "E003"
	// CodeExpansion: an enum whose string members double grows beyond the limit. Write the text out or compute it.
	CodeExpansion Code = "E004"
	// CodeDynamicImport: `import('x')` or `require(x)` with a computed name. Use a static import at the top.
	CodeDynamicImport Code = "E005"
	// CodePackageImport: an import names something that is no package of npm: an address, a module of Node.
	// Import a package by its name.
	CodePackageImport Code = "E006"
	// CodeRelativeImport: another file is imported (`./alu`) that the project does not have.
	CodeRelativeImport Code = "E007"
	// CodeUnknownImport: an `@simten/…` import names something the library does not have. Check the spelling.
	CodeUnknownImport Code = "E008"
	// CodeHostImport: a host function such as simulate is imported. Remove it: the page runs the circuit.
	CodeHostImport Code = "E009"
	// CodeTopLevelReturn: `return` outside a function. Remove it; the last circuit() call is the main circuit.
	CodeTopLevelReturn Code = "E010"
	// CodeTopLevelAwait: `await` outside a function. Circuits are built synchronously: remove it.
	CodeTopLevelAwait Code = "E011"
	// CodeUnsupportedSyntax: valid TypeScript that the interpreter lacks, for example a regular expression
	// with the flag v. Write it another way.
	CodeUnsupportedSyntax Code = "E012"
	// CodeSourceInternal: the compiler itself failed on this text. Report it with the circuit.
	CodeSourceInternal Code = "E013"
	// CodeModuleUnavailable: an imported package cannot be fetched: no connection, no such package, no module at that
	// address. Check the name and the connection.
	CodeModuleUnavailable Code = "E014"
	// CodeModuleLock: a package is not, byte for byte, what the circuit was made with. Trust it anew by forgetting the
	// lock.
	CodeModuleLock Code = "E015"
	// CodeModuleCode: a package lacks the export that is imported, or holds code that the interpreter does not know.
	CodeModuleCode Code = "E016"
	// CodeImportCycle: files of the project import values of each other in a circle. Move what both need into a third.
	CodeImportCycle Code = "E017"

	// CodeDoubtfulSource: text that runs but is probably not meant, for example one object key given twice.
	CodeDoubtfulSource Code = "W020"
	// CodeInvisible: a character that cannot be seen, or that turns the direction of writing, so that the text does
	// something else than it shows.
	CodeInvisible Code = "W021"
	// CodeInexactNumber: a whole number beyond 2^53 is written that a number cannot keep exactly, such as
	// 9007199254740993. Write it as a bigint: 9007199254740993n.
	CodeInexactNumber Code = "W022"
)
