import { expect, it } from 'vitest'
import { violation } from './violation.ts'

it.each([
  ['connect-src', 'https://example.org/x', 'blocked https://example.org/x (connect-src)', 'no network'],
  ['script-src', 'eval', 'blocked code made out of text (script-src)', 'its own scripts only'],
  ['script-src-elem', 'https://example.org/x.js', 'https://example.org/x.js', 'extension'],
  ['style-src-attr', '', 'code inside the page', 'shows nothing'],
  ['frame-ancestors', 'https://blog.example', 'https://blog.example', 'simten serve --embedder'],
  ['trusted-types', 'x', 'x', 'Nothing needs to be done'],
])('a violation of %s says what to change', (directive, blocked, message, advice) => {
  const error = violation(directive, blocked)
  expect(error.code).toBe('DENIED')
  expect(error.message).toContain(message)
  expect(error.advice).toContain(advice)
})
