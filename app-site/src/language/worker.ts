import { libs, rootLib } from 'virtual:typescript-libs'
import { formatted } from './format.ts'
import declarations from './language.gen.txt?raw'
import type { Answer, Asked } from './messages.ts'
import { LanguageModel } from './service.ts'

const model = new LanguageModel(libs, rootLib, declarations)

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  postMessage(answer(data))
})

function answer({ id, question: q, file, others }: Asked): Answer {
  try {
    model.show(file, others)
    switch (q.kind) {
      case 'check':
        return { id, value: model.check(q.text) }
      case 'complete':
        return { id, value: model.complete(q.text, q.at) }
      case 'describe':
        return { id, value: model.describe(q.text, q.at, q.name) }
      case 'hover':
        return { id, value: model.hover(q.text, q.at) }
      case 'definition':
        return { id, value: model.definition(q.text, q.at) }
      case 'occurrences':
        return { id, value: model.occurrences(q.text, q.at) }
      case 'format':
        return { id, value: formatted(q.text) }
    }
  } catch (error) {
    return { id, failure: String(error) }
  }
}
