import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { evaluateRun } from './evaluate-run.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A run whose metrics arrive when the test says so. */
function open({ hasInventory = true, hadPoints = false } = {}) {
  const changes: string[] = []
  const metrics = Promise.withResolvers<number>()
  const evaluate = async (change: string) => void changes.push(change)
  const done = evaluateRun(evaluate, { hasInventory, hadPoints, readMetrics: () => metrics.promise })
  return { changes, metrics, done }
}

it('evaluates resources and metrics together when the metrics come soon', async () => {
  const { changes, metrics, done } = open()
  await turn()
  expect(changes).toEqual([])
  metrics.resolve(24)
  await done
  expect(changes).toEqual(['inventory', 'metrics'])
})

it('evaluates resources without metrics when these take long, and the metrics afterwards', async () => {
  const { changes, metrics, done } = open()
  await vi.advanceTimersByTimeAsync(9_000)
  expect(changes).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(changes).toEqual(['inventory'])
  metrics.resolve(24)
  await done
  expect(changes).toEqual(['inventory', 'metrics'])
})

it('evaluates nothing when nothing was read, and what an interrupted run had read', async () => {
  const empty = open({ hasInventory: false })
  empty.metrics.resolve(0)
  await empty.done
  expect(empty.changes).toEqual([])
  const resumed = open({ hadPoints: true })
  resumed.metrics.resolve(0)
  await resumed.done
  expect(resumed.changes).toEqual(['inventory', 'metrics'])
})

it('fails with what failed, and not before the rest has ended', async () => {
  const { changes, metrics, done } = open()
  const failed = expect(done).rejects.toThrow('cloud is gone')
  metrics.reject(new Error('cloud is gone'))
  await failed
  expect(changes).toEqual([])
})
