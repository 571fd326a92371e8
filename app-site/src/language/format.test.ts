import { expect, it } from 'vitest'
import { formatted } from './format.ts'

const format = (text: string) =>
  [...formatted(text)]
    .sort((a, b) => b.from - a.from)
    .reduce((all, e) => all.slice(0, e.from) + e.insert + all.slice(e.to), text)

it('gives the usual spaces and indentation, and leaves lines and semicolons alone', () => {
  expect(format("circuit('A',{\ninputs:{a:bit,b:bus(8)},\n    eval:({a})=>({y:a+1})\n})\n")).toBe(
    "circuit('A', {\n  inputs: { a: bit, b: bus(8) },\n  eval: ({ a }) => ({ y: a + 1 })\n})\n",
  )
})

it('leaves a text alone that is formatted, and can be read', () => {
  const text = "circuit('A', {\n  outputs: { y: bit },\n  eval: () => ({ y: 1 }),\n})\n"
  expect(formatted(text)).toEqual([])
  expect(format('const broken = {')).toContain('broken')
})
