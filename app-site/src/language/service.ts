import ts from 'typescript'
import { type Annotated, annotateCircuits, declarationsOfForms } from './annotate.ts'
import type {
  Definition,
  Description,
  Occurrence,
  Occurrences,
  Suggestion,
  SuggestionKind,
  Suggestions,
  TypeProblem,
} from './messages.ts'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  // Without types of its own a text is JavaScript: `const f = (x) => …`, and what may be undefined, are fine.
  strict: false,
  noEmit: true,
  types: [],
  allowJs: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  paths: { 'my/*': ['/my/*'] }, // the own library, at the top of the project
}

/** One mistake in the syntax can be followed by many that are none. */
const maxSyntax = 5

/** How TypeScript ranks global names among its completions. */
const globalRank = '15'

/**
 * Diagnostics that are no concern of a circuit's author: packages are fetched when the circuit is compiled, their types
 * are not.
 */
const silent = new Set([2307, 2792, 7016])

/**
 * TypeScript's knowledge of a circuit's text: problems, completions and descriptions. It holds one text at a time. All
 * offsets are those of the user's text.
 */
export class LanguageModel {
  private readonly files: ReadonlyMap<string, string>
  private readonly service: ts.LanguageService
  /** The global names that a circuit's author knows: those of our own declarations. */
  private readonly own = new Set<string>()
  /** The files of the user's project, by the path that TypeScript sees. */
  private readonly user = new Map<string, UserFile>([['/circuit.ts', new UserFile('')]])
  /** The file that questions are about. */
  private active = '/circuit.ts'

  /**
   * `libs` are TypeScript's own declaration files by name, starting with `rootLib`; `declarations` are those of the
   * circuit language.
   */
  constructor(libs: Readonly<Record<string, string>>, rootLib: string, declarations: string) {
    const files = new Map(Object.entries(libs).map(([name, text]) => [`/lib/${name}`, text]))
    const own = ['/language.d.ts', '/forms.d.ts']
    files.set('/language.d.ts', declarations)
    files.set('/forms.d.ts', declarationsOfForms(declarations))
    for (const [, global = ''] of declarations.matchAll(/^declare (?:const|function) (\w+)/gm)) this.own.add(global)
    this.files = files
    const snapshots = new Map([...files].map(([name, text]) => [name, ts.ScriptSnapshot.fromString(text)]))
    this.service = ts.createLanguageService({
      getCompilationSettings: () => ({ ...options, lib: [rootLib] }),
      getScriptFileNames: () => [...this.user.keys(), ...own],
      getScriptVersion: (name) => this.user.get(name)?.version ?? '0',
      getScriptSnapshot: (name) => this.user.get(name)?.snapshot ?? snapshots.get(name),
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => `/lib/${rootLib}`,
      fileExists: (name) => this.user.has(name) || this.files.has(name),
      readFile: (name) => this.user.get(name)?.annotated.text ?? this.files.get(name),
      directoryExists: (folder) => {
        const inside = folder.endsWith('/') ? folder : `${folder}/`
        return [...this.user.keys()].some((name) => name.startsWith(inside))
      },
    })
  }

  /** Says which file the next questions are about, and what the others are when they have changed. */
  show(file: string, others: Readonly<Record<string, string>> | undefined): void {
    this.active = `/${file}`
    if (!others) return
    const texts = new Map(Object.entries(others).map(([path, text]) => [`/${path}`, text]))
    for (const name of this.user.keys()) if (name !== this.active && !texts.has(name)) this.user.delete(name)
    for (const [name, text] of texts) this.put(name, text)
  }

  private put(name: string, text: string): void {
    if (this.user.get(name)?.text !== text) this.user.set(name, new UserFile(text, this.user.get(name)))
  }

  private get annotated(): Annotated {
    return this.user.get(this.active)?.annotated ?? annotateCircuits('')
  }

  /**
   * Errors in types. While the text cannot be read, what is wrong with its syntax instead: the engine tells the first
   * such error only, and types of half a text mean little.
   */
  check(text: string): readonly TypeProblem[] {
    this.take(text)
    const others = [...this.user.keys()].filter((name) => name !== this.active && !name.endsWith('.json'))
    return [this.active, ...others].flatMap((name) => this.checkFile(name))
  }

  private checkFile(name: string): readonly TypeProblem[] {
    const unread = this.service.getSyntacticDiagnostics(name).slice(0, maxSyntax)
    if (unread.length > 0) return unread.flatMap((d) => this.problem(name, d)).map((p) => ({ ...p, syntax: true }))
    return this.service.getSemanticDiagnostics(name).flatMap((d) => this.problem(name, d))
  }

  /** A diagnostic as a problem of a user's file, or nothing. */
  private problem(name: string, { category, start, length, messageText, code }: ts.Diagnostic): readonly TypeProblem[] {
    const annotated = this.user.get(name)?.annotated
    if (category !== ts.DiagnosticCategory.Error || start === undefined || !annotated || silent.has(code)) return []
    const [from, to] = [annotated.back(start), annotated.back(start + (length ?? 0))]
    const elsewhere = name === this.active ? {} : { file: name.slice(1) }
    return [{ ...elsewhere, from, to, message: sentence(messageText), code }]
  }

  complete(text: string, at: number): Suggestions | undefined {
    this.take(text)
    const place = this.annotated.forth(at)
    const found = this.service.getCompletionsAtPosition(this.active, place, { includeCompletionsWithInsertText: false })
    if (!found) return undefined
    const start = wordStart(text, at)
    const keys = this.inObjectLiteral(place)
    const fits = this.endpointFilter(place)
    const list: Suggestion[] = []
    for (const entry of found.entries) {
      // Names that are nothing but words elsewhere in the text.
      if (entry.kind === ts.ScriptElementKind.warning) continue
      const kind = kindOf(entry.kind)
      if (kind === 'keyword' && !usefulKeywords.has(entry.name)) continue
      if (!fits(entry.name)) continue
      list.push({
        label: entry.name,
        kind,
        ...(keys && found.isMemberCompletion ? { insert: `${entry.name}: ` } : {}),
        foreign: entry.sortText === globalRank && !this.own.has(entry.name),
      })
    }
    return { from: start, members: found.isMemberCompletion, list }
  }

  /** The description of the suggestion `name` at an offset. */
  describe(text: string, at: number, name: string): Description | undefined {
    this.take(text)
    const place = this.annotated.forth(at)
    const details = this.service.getCompletionEntryDetails(
      this.active,
      place,
      name,
      {},
      undefined,
      undefined,
      undefined,
    )
    if (!details) return undefined
    return {
      from: at,
      to: at,
      signature: signatureOf(details.displayParts),
      documentation: ts.displayPartsToString(details.documentation),
    }
  }

  /** The description of the name at an offset. */
  hover(text: string, at: number): Description | undefined {
    this.take(text)
    const info = this.service.getQuickInfoAtPosition(this.active, this.annotated.forth(at))
    if (!info) return undefined
    const signature = signatureOf(info.displayParts)
    if (signature === '') return undefined
    return {
      from: this.annotated.back(info.textSpan.start),
      to: this.annotated.back(info.textSpan.start + info.textSpan.length),
      signature,
      documentation: ts.displayPartsToString(info.documentation),
    }
  }

  /** Where the name at an offset is defined. */
  definition(text: string, at: number): Definition | undefined {
    this.take(text)
    const found = this.service.getDefinitionAtPosition(this.active, this.annotated.forth(at)) ?? []
    for (const { fileName, textSpan, name } of found) {
      const user = this.user.get(fileName)
      if (user) {
        const { annotated } = user
        const from = annotated.back(textSpan.start)
        return { file: fileName.slice(1), from, to: annotated.back(textSpan.start + textSpan.length) }
      }
      if (this.own.has(name)) return { library: name }
    }
    return undefined
  }

  /** All places of the name at an offset, in every file of the project. */
  occurrences(text: string, at: number): Occurrences | undefined {
    this.take(text)
    const place = this.annotated.forth(at)
    const info = this.service.getRenameInfo(this.active, place, {})
    if (!info.canRename) return { refused: info.localizedErrorMessage }
    const found = this.service.findRenameLocations(this.active, place, false, false, {
      providePrefixAndSuffixTextForRename: true,
    })
    const places: Occurrence[] = []
    for (const { fileName, textSpan, prefixText = '', suffixText = '' } of found ?? []) {
      const annotated = this.user.get(fileName)?.annotated
      if (!annotated) return { refused: `${info.displayName} belongs to the library: it has the same name everywhere.` }
      places.push({
        file: fileName.slice(1),
        from: annotated.back(textSpan.start),
        to: annotated.back(textSpan.start + textSpan.length),
        before: prefixText,
        after: suffixText,
      })
    }
    return { name: info.displayName, places }
  }

  /**
   * Which members of a node or of the circuit's ports make sense at a place of `connect`: what drives at the beginning
   * of a connection, what is driven among the arguments of `.to()`. Elsewhere all of them do.
   */
  private endpointFilter(place: number): (name: string) => boolean {
    const program = this.service.getProgram()
    const file = program?.getSourceFile(this.active)
    const access = file && accessAt(file, place)
    const wanted = access && wantedEndpoint(access, place)
    if (!program || !access || !wanted) return () => true
    const checker = program.getTypeChecker()
    const object = checker.getTypeAtLocation(access.expression)
    return (name) => {
      const member = checker.getPropertyOfType(object, name)
      const type = member && checker.getTypeOfSymbolAtLocation(member, access)
      const endpoint = type && endpointOf(type, checker)
      return endpoint === undefined || endpoint === wanted
    }
  }

  private take(text: string): void {
    this.put(this.active, text)
  }

  /** Whether a key of an object literal is being written at an offset of the annotated text. */
  private inObjectLiteral(place: number): boolean {
    const file = this.service.getProgram()?.getSourceFile(this.active)
    if (!file) return false
    const innermost = (node: ts.Node): ts.Node => {
      const child = ts.forEachChild(node, (n) => (n.pos < place && place <= n.end ? n : undefined))
      return child ? innermost(child) : node
    }
    const node = innermost(file)
    if (ts.isObjectLiteralExpression(node)) return true
    return ts.isIdentifier(node) && ts.isShorthandPropertyAssignment(node.parent)
  }
}

/** A file of the user's project, as TypeScript sees it. */
class UserFile {
  readonly annotated: Annotated
  readonly snapshot: ts.IScriptSnapshot
  readonly version: string

  constructor(
    readonly text: string,
    before?: UserFile,
  ) {
    this.annotated = annotateCircuits(text)
    this.snapshot = ts.ScriptSnapshot.fromString(this.annotated.text)
    this.version = String(Number(before?.version ?? 0) + 1)
  }
}

type EndpointKind = 'source' | 'sink'

/** The member access whose name is being written at a place. */
function accessAt(file: ts.SourceFile, place: number): ts.PropertyAccessExpression | undefined {
  let found: ts.PropertyAccessExpression | undefined
  const visit = (node: ts.Node): void => {
    if (place < node.getFullStart() || place > node.end) return
    if (ts.isPropertyAccessExpression(node) && node.expression.end < place && place <= node.name.end) found = node
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The names that fit where a member is being written, as the text around it shows; undefined where it does not. */
function wantedEndpoint(access: ts.PropertyAccessExpression, place: number): EndpointKind | undefined {
  // Nothing is written behind the dot yet: TypeScript takes what the next line begins with for the name.
  const unwritten = access.name.getStart() > place
  for (let node: ts.Node = access; node.parent; node = node.parent) {
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      if (unwritten) continue
      return parent.name.text === 'to' ? 'source' : undefined // what drives is chosen anew: `reg.q‸.to(…)`
    }
    if (unwritten && ts.isCallExpression(parent) && parent.expression === node) continue
    if (ts.isArrayLiteralExpression(parent) || ts.isSpreadElement(parent) || ts.isParenthesizedExpression(parent))
      continue
    if (ts.isCallExpression(parent) && parent.expression !== node) {
      const method = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : ''
      return method === 'to' ? 'sink' : method === 'push' ? 'source' : undefined
    }
    // An element of the list that `connect` returns, however it is made.
    const ends = ts.isArrowFunction(parent) || ts.isReturnStatement(parent)
    return ends && isConnecting(parent) ? 'source' : undefined
  }
  return undefined
}

/** Whether a piece of the text stands in a `connect` function, and not among the arguments of `.to()`. */
function isConnecting(node: ts.Node): boolean {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (ts.isCallExpression(parent) && parent.expression !== at) {
      if (ts.isPropertyAccessExpression(parent.expression) && parent.expression.name.text === 'to') return false
    }
    if ((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name.getText() === 'connect') {
      return true
    }
  }
  return false
}

/** The end of a connection that a value of a type can be; undefined when it is neither, or can be both. */
function endpointOf(type: ts.Type, checker: ts.TypeChecker): EndpointKind | undefined {
  if (type.flags & ts.TypeFlags.Any) return undefined
  const name = type.symbol?.name
  if (name === 'Sink') return 'sink'
  return name === 'Source' && checker.getPropertyOfType(type, 'to') ? 'source' : undefined
}

/** The words that begin something in a circuit's text. */
const usefulKeywords = new Set(
  'const let if else for of return switch case default break continue true false null undefined import from function new typeof'.split(
    ' ',
  ),
)

function kindOf(kind: ts.ScriptElementKind): SuggestionKind {
  switch (kind) {
    case ts.ScriptElementKind.memberVariableElement:
    case ts.ScriptElementKind.memberGetAccessorElement:
      return 'property'
    case ts.ScriptElementKind.memberFunctionElement:
      return 'method'
    case ts.ScriptElementKind.functionElement:
    case ts.ScriptElementKind.localFunctionElement:
      return 'function'
    case ts.ScriptElementKind.classElement:
      return 'class'
    case ts.ScriptElementKind.interfaceElement:
    case ts.ScriptElementKind.typeElement:
    case ts.ScriptElementKind.moduleElement:
      return 'type'
    case ts.ScriptElementKind.keyword:
    case ts.ScriptElementKind.primitiveType:
      return 'keyword'
    default:
      return 'variable'
  }
}

/** A message with its reasons, each on a line. */
function sentence(message: string | ts.DiagnosticMessageChain): string {
  return ts.flattenDiagnosticMessageText(message, '\n').replaceAll('Simten.', '')
}

/** A signature as short as it can be: without the namespace of the language's own types. */
function signatureOf(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  return ts.displayPartsToString(parts ? [...parts] : undefined).replaceAll('Simten.', '')
}

function wordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && /[\w$]/.test(text[start - 1] ?? '')) start--
  return start
}
