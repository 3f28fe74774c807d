import { expect, it } from 'vitest'
import { IntakeQueue } from './queue.ts'

it('asks senders to retry beyond its limits, and accepts more once room is released', () => {
  const queue = new IntakeQueue({ bytes: 100, bytesOfOne: 60 })
  const release = queue.reserve('a', 50)
  expect(() => queue.reserve('a', 20)).toThrow('Send this again later')
  const other = queue.reserve('b', 50)
  expect(() => queue.reserve('c', 1)).toThrow('Send this again later')
  release()
  release()
  queue.reserve('c', 50)
  expect(() => queue.reserve('c', 1)).toThrow(expect.objectContaining({ details: { retry_after: 5 } }))
  other()
})

it('processes one after another, and continues after a failure', async () => {
  const queue = new IntakeQueue()
  const order: string[] = []
  const slow = queue.run(async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    order.push('slow')
    throw new Error('broken')
  })
  const quick = queue.run(() => order.push('quick'))
  await expect(slow).rejects.toThrow('broken')
  await quick
  expect(order).toEqual(['slow', 'quick'])
})
