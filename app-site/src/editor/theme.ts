import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags as t } from '@lezer/highlight'

/** A line under text. In full: Safari drops a `text-decoration` that says more than where the line is. */
const underlined = (style: string, color: string, thickness: string) => ({
  textDecorationLine: 'underline',
  textDecorationStyle: style,
  textDecorationColor: color,
  textDecorationThickness: thickness,
  textUnderlineOffset: '3px',
})

// Everything is written with the tokens, so that one theme serves light and dark and follows a change at once.
const chrome = EditorView.theme({
  '&': { height: '100%', color: 'var(--st-ink)', backgroundColor: 'var(--st-surface)', fontSize: 'var(--st-text-2)' },
  '&.cm-focused': { outline: 'none' },
  // On paper nothing can be scrolled. CodeMirror itself sees to it that all lines are there.
  '@media print': {
    '&': { height: 'auto' },
    '.cm-scroller': { overflow: 'visible' },
    '.cm-content': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', flexShrink: '1', minWidth: '0' },
    '.cm-gutters': { position: 'static !important' },
    '.cm-gutter.cm-foldGutter, .cm-cursorLayer, .cm-selectionLayer, .cm-panels, .cm-tooltip': {
      display: 'none !important',
    },
    '.cm-activeLine': { backgroundColor: 'transparent' },
  },
  '.cm-scroller': { fontFamily: 'var(--st-mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '12px 0 40px', caretColor: 'var(--st-accent)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--st-accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--st-accent) 20%, transparent)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--st-ink) 3%, transparent)' },
  '.cm-gutters': { backgroundColor: 'var(--st-surface)', color: 'var(--st-muted)', border: 'none', paddingLeft: '4px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', fontVariantNumeric: 'tabular-nums' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--st-ink)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--st-accent)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--st-bad)' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--st-bus) 16%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--st-warn) 30%, transparent)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--st-high) 45%, transparent)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--st-sunken)',
    border: '1px solid var(--st-line)',
    color: 'var(--st-muted)',
  },

  '.cm-tooltip': {
    backgroundColor: 'var(--st-raised)',
    color: 'var(--st-ink)',
    border: '1px solid var(--st-line)',
    borderRadius: 'var(--st-radius)',
    boxShadow: 'var(--st-shadow)',
    maxWidth: 'min(480px, 90vw)',
    overflow: 'hidden',
  },
  '.cm-rename input': {
    font: 'inherit',
    fontFamily: 'var(--st-mono)',
    color: 'inherit',
    background: 'none',
    border: 0,
    outline: 'none',
    padding: 'var(--st-space-1) var(--st-space-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--st-mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'color-mix(in srgb, var(--st-accent) 16%, var(--st-raised))',
    color: 'var(--st-ink)',
  },
  '.cm-completionDetail': { color: 'var(--st-muted)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'var(--st-font)' },

  '.cm-diagnostic': {
    padding: '6px 10px',
    fontFamily: 'var(--st-font)',
    lineHeight: '1.45',
    borderLeft: '3px solid transparent',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--st-bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--st-warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--st-bus)' },
  '.cm-diagnosticAction': {
    display: 'block',
    margin: '6px 0 0',
    padding: '3px 10px',
    minHeight: '28px',
    font: 'inherit',
    color: 'var(--st-ink)',
    backgroundColor: 'var(--st-surface)',
    border: '1px solid var(--st-line)',
    borderRadius: 'var(--st-radius)',
  },
  '.cm-diagnosticAction:hover': { backgroundColor: 'color-mix(in srgb, var(--st-ink) 7%, var(--st-surface))' },
  '.cm-diagnosticText': { whiteSpace: 'pre-wrap' },
  '.description': { maxWidth: '60ch', maxHeight: '40vh', overflow: 'auto', padding: '8px 10px', lineHeight: '1.45' },
  '.description pre': {
    fontFamily: 'var(--st-mono)',
    fontSize: 'var(--st-text-1)',
    margin: '0 0 6px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.description .signature': { color: 'var(--st-muted)' },
  '.description p, .description ul': { margin: '0 0 6px' },
  '.description ul': { paddingLeft: '18px' },
  '.description code': { fontFamily: 'var(--st-mono)', fontSize: '0.92em' },
  '.problem-advice': { color: 'var(--st-muted)', marginTop: '2px' },
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
  '.cm-lintRange-error': underlined('wavy', 'var(--st-bad)', '1px'),
  '.cm-lintRange-warning': underlined('wavy', 'var(--st-warn)', '1px'),
  '.cm-lintRange-info': underlined('dotted', 'var(--st-bus)', '1.5px'),
  '.cm-lintPoint:after': { borderBottomColor: 'var(--st-bad)' },

  '.cm-panels': { backgroundColor: 'var(--st-paper)', color: 'var(--st-ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--st-line)' },
  '.cm-panel.cm-search': { padding: '8px 32px 8px 8px', fontFamily: 'var(--st-font)' },
  '.cm-panel.cm-search label': {
    fontSize: 'var(--st-text-1)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--st-surface)',
    border: '1px solid var(--st-line)',
    borderRadius: 'var(--st-radius)',
    color: 'inherit',
    fontSize: 'var(--st-text-1)',
    padding: '3px 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--st-surface)',
    border: '1px solid var(--st-line)',
    borderRadius: 'var(--st-radius)',
    color: 'inherit',
    fontSize: 'var(--st-text-1)',
  },
  '.cm-panel.cm-search [name=close]': { color: 'var(--st-muted)', fontSize: '1.125rem', padding: '4px 8px' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': {
    outline: '2px solid var(--st-accent)',
    outlineOffset: '1px',
  },
})

// Quiet: structure by weight and two colours; the loud orange belongs to signals that are 1.
const highlight = HighlightStyle.define([
  { tag: [t.comment, t.meta], color: 'var(--st-muted)', fontStyle: 'italic' },
  { tag: [t.keyword, t.modifier, t.operatorKeyword, t.controlKeyword], color: 'var(--st-accent)' },
  { tag: [t.string, t.special(t.string), t.regexp], color: 'color-mix(in srgb, var(--st-ok) 88%, var(--st-ink))' },
  { tag: [t.number, t.bool, t.null], color: 'var(--st-bus)' },
  { tag: [t.definition(t.propertyName), t.labelName], color: 'var(--st-ink)', fontWeight: '600' },
  { tag: [t.function(t.variableName), t.className], color: 'var(--st-ink)', fontWeight: '600' },
  { tag: [t.typeName, t.namespace], color: 'var(--st-bus)' },
  { tag: [t.punctuation, t.bracket, t.operator, t.derefOperator, t.separator], color: 'var(--st-muted)' },
  { tag: t.invalid, color: 'var(--st-bad)' },
])

/** Colours and highlighting of the editor. */
export const quietTheme: Extension = [chrome, syntaxHighlighting(highlight)]
