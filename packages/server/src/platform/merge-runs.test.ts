import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mergeRuns } from './merge-runs.ts'

/** Runs that end when they are told to. */
function open() {
  const seen: string[] = []
  const underWay: PromiseWithResolvers<void>[] = []
  const run = mergeRuns<string>((key, items) => {
    seen.push(`${key}: ${[...items].join(' ')}`)
    const ending = Promise.withResolvers<void>()
    underWay.push(ending)
    return ending.promise
  })
  return { seen, underWay, run }
}

it('does together what is asked for while a run is under way, in a run that begins later', async () => {
  const { seen, underWay, run } = open()
  const first = run('a', 'one')
  await turn()
  const later = [run('a', 'two'), run('a', 'three'), run('a', 'two')]
  await turn()
  expect(seen).toEqual(['a: one'])
  underWay[0]?.resolve()
  await first
  await turn()
  expect(seen).toEqual(['a: one', 'a: two three'])
  underWay[1]?.resolve()
  await Promise.all(later)
  const again = run('a', 'one')
  await turn()
  expect(seen.at(-1)).toBe('a: one')
  underWay[2]?.resolve()
  await again
})

it('does not wait for another key', async () => {
  const { seen, run } = open()
  void run('a', 'one')
  void run('b', 'one')
  await turn()
  expect(seen).toEqual(['a: one', 'b: one'])
})

it('fails for those who asked, and goes on with the next', async () => {
  const { seen, underWay, run } = open()
  const first = run('a', 'one')
  await turn()
  const second = run('a', 'two')
  underWay[0]?.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await turn()
  expect(seen).toEqual(['a: one', 'a: two'])
  underWay[1]?.resolve()
  await expect(second).resolves.toBeUndefined()
})
