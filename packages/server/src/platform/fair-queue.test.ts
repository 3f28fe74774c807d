import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const options = { slots: 2, slotsPerKey: 2, queuePerKey: 100, maxWaitMs: 60_000 }

/** Work that ends on request; `order` records what has started. */
function controlledWork(order: string[]) {
  const ends: (() => void)[] = []
  const work = (label: string) => () => {
    order.push(label)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const endOne = async () => {
    ends.shift()?.()
    await wait(0)
  }
  return { work, endOne, ends }
}

describe('FairQueue', () => {
  it('gives a new key the next free slot, however many of another key wait', async () => {
    const queue = new FairQueue(options)
    const order: string[] = []
    const { work, endOne, ends } = controlledWork(order)
    const flood = Array.from({ length: 60 }, (_, index) => queue.run('demo', work(`demo ${index}`)))
    const newcomer = queue.run('acme', work('acme'))
    await wait(0)
    expect(order).toEqual(['demo 0', 'demo 1'])
    await endOne()
    await endOne()
    expect(order.slice(0, 4)).toEqual(['demo 0', 'demo 1', 'demo 2', 'acme'])
    while (ends.length > 0) await endOne()
    await Promise.all([...flood, newcomer])
    expect(order).toHaveLength(61)
  })

  it('leaves slots free for others: one key never holds more than its share', async () => {
    const queue = new FairQueue({ ...options, slots: 4, slotsPerKey: 3 })
    const order: string[] = []
    const { work, endOne, ends } = controlledWork(order)
    const flood = Array.from({ length: 10 }, (_, index) => queue.run('demo', work(`demo ${index}`)))
    const newcomer = queue.run('acme', work('acme'))
    await wait(0)
    expect(order).toEqual(['demo 0', 'demo 1', 'demo 2', 'acme'])
    while (ends.length > 0) await endOne()
    await Promise.all([...flood, newcomer])
  })

  it('rejects with 429 what does not fit into a key’s queue, and accepts others', async () => {
    const queue = new FairQueue({ ...options, queuePerKey: 1 })
    const order: string[] = []
    const { work, endOne, ends } = controlledWork(order)
    const accepted = [1, 2, 3].map((index) => queue.run('demo', work(`demo ${index}`)))
    await expect(queue.run('demo', work('demo 4'))).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retry_after: 1 },
    })
    const other = queue.run('acme', work('acme'))
    while (ends.length > 0) await endOne()
    await Promise.all([...accepted, other])
    expect(order).not.toContain('demo 4')
  })

  it('rejects with 503 what waited too long, and forgets it', async () => {
    const queue = new FairQueue({ ...options, slots: 1, slotsPerKey: 1, maxWaitMs: 20 })
    const order: string[] = []
    const { work, endOne } = controlledWork(order)
    const first = queue.run('demo', work('first'))
    await expect(queue.run('demo', work('second'))).rejects.toMatchObject({ code: 'busy', details: { retry_after: 5 } })
    await endOne()
    await first
    const third = queue.run('demo', work('third'))
    await wait(0)
    await endOne()
    await third
    expect(order).toEqual(['first', 'third'])
  })

  it('frees a slot when its work fails', async () => {
    const queue = new FairQueue({ ...options, slots: 1, slotsPerKey: 1 })
    await expect(queue.run('demo', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run('demo', async () => 1)).toBe(1)
  })
})
