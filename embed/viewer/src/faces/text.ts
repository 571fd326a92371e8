/**
 * Width of a text without a document: layout runs before fonts are there and must give the same picture everywhere, so
 * widths come from a table (of an average sans serif, a little generous) and not from the browser.
 */
export function textWidth(text: string, size: number): number {
  let units = 0
  for (const c of text) {
    if ("ijl.,:;|!'`".includes(c)) units += 0.3
    else if ('frt()[]{}I-/ '.includes(c)) units += 0.4
    else if ('mwMW%@'.includes(c)) units += 0.9
    else if (c >= 'A' && c <= 'Z') units += 0.68
    else if (c.charCodeAt(0) > 0x2000) units += 1
    else units += 0.58
  }
  return Math.ceil(units * size)
}

/** Width of a text in the monospaced face. */
export function monoWidth(text: string, size: number): number {
  return Math.ceil(text.length * size * 0.61)
}

/** The characters that turn the direction of writing: with them a name in a picture could read as another one. */
export const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A name as a picture shows it: cut to a number of characters, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const plain = text.replace(TURNS, '\ufffd')
  return plain.length <= limit ? plain : `${plain.slice(0, limit - 1)}…`
}
