import type { Description } from './messages.ts'

/** A description as elements: the signature, then the documentation. */
export function descriptionView({ signature, documentation }: Description): HTMLElement {
  const root = document.createElement('div')
  root.className = 'description'
  const code = document.createElement('pre')
  code.className = 'signature'
  code.textContent = shortened(signature)
  root.append(code, ...markdown(documentation))
  return root
}

/** The type of a circuit is long, and its documentation lists options and ports: its name is enough. */
function shortened(signature: string): string {
  const circuit = /^(?:const|function) (\w+).*BuiltCircuit</s.exec(signature)
  if (circuit) return circuit[1] ?? ''
  return signature.length <= 300 ? signature : `${signature.slice(0, 300).trimEnd()} …`
}

/** The Markdown that the library's documentation uses: paragraphs, lists, code in fences and in backticks. No HTML. */
export function markdown(text: string): HTMLElement[] {
  const blocks: HTMLElement[] = []
  let paragraph: string[] = []
  let list: HTMLElement | undefined
  let fence: string[] | undefined
  const end = () => {
    if (paragraph.length > 0) blocks.push(withCode(document.createElement('p'), paragraph.join(' ')))
    paragraph = []
    list = undefined
  }
  for (const line of text.split('\n')) {
    if (fence) {
      if (line.startsWith('```')) {
        const pre = document.createElement('pre')
        pre.textContent = fence.join('\n')
        blocks.push(pre)
        fence = undefined
      } else fence.push(line)
    } else if (line.startsWith('```')) {
      end()
      fence = []
    } else if (line.startsWith('- ')) {
      if (!list) {
        end()
        list = document.createElement('ul')
        blocks.push(list)
      }
      list.append(withCode(document.createElement('li'), line.slice(2)))
    } else if (line.trim() === '') end()
    else {
      if (list) end()
      paragraph.push(line.trim())
    }
  }
  end()
  return blocks
}

/** Text with the words between backticks as code. */
function withCode(element: HTMLElement, text: string): HTMLElement {
  text.split('`').forEach((piece, i) => {
    if (piece === '') return
    if (i % 2 === 0) element.append(piece.replaceAll('**', ''))
    else {
      const code = document.createElement('code')
      code.textContent = piece
      element.append(code)
    }
  })
  return element
}
