import { expect, test } from 'vitest'
import { createDeliveries, type Delivery } from './deliveries.ts'

const file = (name: string, size: number) => ({ name, size }) as File

function world(fails: string[] = []) {
  const started: unknown[] = []
  const seen: (readonly Delivery[])[] = []
  const deliveries = createDeliveries({
    async upload({ name, size }, { onProgress, signal }) {
      onProgress(size / 2)
      signal.throwIfAborted()
      if (fails.includes(name)) throw new Error(`"${name}" is empty.`)
      return { id: `id of ${name}`, name, bytes: size, sha256: '' }
    },
    async start(input) {
      started.push(input)
    },
    now: () => 0,
    sentenceOf: (error) => (error as Error).message,
  })
  deliveries.subscribe(() => seen.push(deliveries.list()))
  return { deliveries, started, seen }
}

test('the files of one drop are one delivery; when it has started, the list of imports takes over', async () => {
  const { deliveries, started, seen } = world()
  await deliveries.begin([file('a.csv', 10), file('b.csv', 4)], 'focus')
  expect(started).toEqual([{ uploads: ['id of a.csv', 'id of b.csv'], format: 'focus' }])
  expect(deliveries.list()).toEqual([])
  expect(seen.some(([one]) => one?.files[0]?.sent === 5 && one.files[0].state === 'sending')).toBe(true)
  expect(seen.some(([one]) => one?.files[1]?.state === 'sent' && one.state === 'starting')).toBe(true)
})

test('one file that fails: nothing is brought in, and the file says why', async () => {
  const { deliveries, started } = world(['b.csv'])
  await deliveries.begin([file('a.csv', 10), file('b.csv', 4)])
  expect(started).toEqual([])
  expect(deliveries.list()[0]).toMatchObject({
    state: 'failed',
    error: '"b.csv" is empty.',
    files: [{ state: 'sent' }, { state: 'failed', error: '"b.csv" is empty.' }],
  })
  deliveries.forget(1)
  expect(deliveries.list()).toEqual([])
})

test('stopped is stopped, not failed', async () => {
  const { deliveries, started } = world()
  const going = deliveries.begin([file('a.csv', 10), file('b.csv', 4)])
  deliveries.stop(1)
  await going
  expect(started).toEqual([])
  expect(deliveries.list()[0]?.state).toBe('stopped')
})
