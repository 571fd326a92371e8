import ts from 'typescript'
import type { Edit } from './messages.ts'

const file = '/format.ts'

const settings: ts.FormatCodeSettings = {
  ...ts.getDefaultFormatCodeSettings('\n'),
  indentSize: 2,
  tabSize: 2,
  convertTabsToSpaces: true,
  semicolons: ts.SemicolonPreference.Ignore,
  insertSpaceAfterOpeningAndBeforeClosingNonemptyBraces: true,
  insertSpaceAfterCommaDelimiter: true,
  insertSpaceAfterKeywordsInControlFlowStatements: true,
  insertSpaceBeforeAndAfterBinaryOperators: true,
  insertSpaceAfterFunctionKeywordForAnonymousFunctions: false,
  trimTrailingWhitespace: true,
}

/** The edits that give a text the usual spaces and indentation. Lines stay where they break. */
export function formatted(text: string): Edit[] {
  const snapshot = ts.ScriptSnapshot.fromString(text)
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => ({ noLib: true }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => '0',
      getScriptSnapshot: (name) => (name === file ? snapshot : undefined),
      getCurrentDirectory: () => '/',
      getDefaultLibFileName: () => '',
      fileExists: (name) => name === file,
      readFile: () => text,
    },
    undefined,
    ts.LanguageServiceMode.Syntactic,
  )
  const edits = service.getFormattingEditsForDocument(file, settings).map(({ span, newText }) => ({
    from: span.start,
    to: span.start + span.length,
    insert: newText,
  }))
  service.dispose()
  return edits
}
