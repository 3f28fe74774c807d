import { expect, it } from 'vitest'
import { gather } from './gather.ts'

/** A reader whose statements end when the test says so. */
function heldReader() {
  const statements: { keys: readonly string[]; end: PromiseWithResolvers<void> }[] = []
  const call = gather(async (keys: readonly string[]) => {
    const end = Promise.withResolvers<void>()
    statements.push({ keys, end })
    await end.promise
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${key} of ${statements.length}`]))
  })
  const begun = async (count: number) => expect.poll(() => statements.length).toBe(count)
  return { statements, call, begun }
}

it('gathers what arrives during a statement into the next one, each key once', async () => {
  const { statements, call, begun } = heldReader()
  const first = call('a')
  await begun(1)
  const later = [call('a'), call('b'), call('b'), call('missing')]
  statements[0]?.end.resolve()
  expect(await first).toBe('a of 1')
  await begun(2)
  statements[1]?.end.resolve()
  expect(await Promise.all(later)).toEqual(['a of 2', 'b of 2', 'b of 2', undefined])
  expect(statements.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'missing']])
})

it('never answers a call from a statement that began before it', async () => {
  let state = 'living'
  const call = gather(async (keys: readonly string[]) => {
    const seen = state
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Map(keys.map((key) => [key, seen]))
  })
  const before = call('session')
  await Promise.resolve().then(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1))
  state = 'revoked'
  expect(await Promise.all([before, call('session')])).toEqual(['living', 'revoked'])
})

it('fails the calls of a failed statement only', async () => {
  const { statements, call, begun } = heldReader()
  const failing = [call('a'), call('b')]
  await begun(1)
  const next = call('c')
  statements[0]?.end.reject(new Error('connection lost'))
  for (const failed of failing) await expect(failed).rejects.toThrow('connection lost')
  await begun(2)
  statements[1]?.end.resolve()
  expect(await next).toBe('c of 2')
})

it('goes on beside a statement that hangs', async () => {
  const { statements, call, begun } = heldReader()
  const hanging = call('a')
  await begun(1)
  const next = call('b')
  await expect.poll(() => statements.length, { timeout: 5000 }).toBe(2)
  statements[1]?.end.resolve()
  expect(await next).toBe('b of 2')
  statements[0]?.end.resolve()
  expect(await hanging).toBe('a of 2')
})
