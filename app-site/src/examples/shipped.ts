import { exampleByText, examples } from './catalogue.ts'

/**
 * Data that comes with the page for each example, in a file of its own under the example's id, and is fetched once,
 * when it is asked for by the example's text. Of other texts there is nothing, nor of the first example: its part is in
 * the page. Data that cannot be fetched is undefined.
 */
export function shippedWith(
  files: Readonly<Record<string, () => Promise<unknown>>>,
  nameOf: (id: string) => string,
): (text: string) => Promise<unknown> | undefined {
  const fetched = new Map<string, Promise<unknown>>()
  return (text) => {
    const example = exampleByText(text)
    if (!example || example === examples[0]) return undefined
    let file = fetched.get(example.id)
    if (!file) {
      file = files[nameOf(example.id)]?.().catch(() => undefined) ?? Promise.resolve(undefined)
      fetched.set(example.id, file)
    }
    return file
  }
}
