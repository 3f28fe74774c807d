import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { jsonLines } from './json-lines.ts'

const numbers = Array.from({ length: 20_000 }, (_, number) => number)
async function* oneByOne() {
  yield* numbers
}

it.each([
  ['a list', () => numbers],
  ['what streams in', oneByOne],
])('writes every row of %s on a line of its own, in few pieces', async (_name, items) => {
  let pieces = 0
  const stream = jsonLines(items(), (number) => ({ number, name: 'é"\n' }))
  stream.on('data', () => (pieces += 1))
  const lines = (await text(stream)).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(numbers.map((number) => ({ number, name: 'é"\n' })))
  expect(pieces).toBeLessThan(20)
})

it('writes nothing for no rows, and passes on what goes wrong', async () => {
  expect(await text(jsonLines([], (row) => row))).toBe('')
  const broken = jsonLines([1], () => {
    throw new Error('no row')
  })
  await expect(text(broken)).rejects.toThrow('no row')
})
