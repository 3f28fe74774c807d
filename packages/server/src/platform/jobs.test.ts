import { setTimeout as wait } from 'node:timers/promises'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { defineJob, type Jobs, startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { jobSeconds } from './metrics.ts'

let world: World
const running: Jobs[] = []
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
  await world.close()
})

interface Seen {
  texts: string[]
  /** Resolves when the job may end; the signal ends it too. */
  gate?: Promise<void>
}

const echo = defineJob({
  name: 'echo',
  input: z.object({ word: z.string() }),
  retries: 3,
  run: async ({ word }, recorder: Seen, signal) => {
    recorder.texts.push(word)
    await Promise.race([
      recorder.gate,
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  },
})

async function start({ isOnlyProcess }: { isOnlyProcess: boolean }): Promise<Jobs> {
  const jobs = await startJobs(world.database, createLog('fatal'), { isOnlyProcess })
  running.push(jobs)
  return jobs
}

const pollOptions = { interval: 20, timeout: 60_000 }
const never = new Promise<void>(() => undefined)

it('runs a job only after the transaction that sent it commits', async () => {
  const jobs = await start({ isOnlyProcess: true })
  const recorder: Seen = { texts: [], gate: Promise.resolve() }
  await jobs.work(echo, recorder)
  await world.database
    .scoped(world.scope, async (tx) => {
      await jobs.send(echo, { word: 'unsaid' }, { within: tx })
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await world.database.scoped(world.scope, (tx) => jobs.send(echo, { word: 'said' }, { within: tx }))
  jobs.wake(echo)
  await vi.waitFor(() => expect(recorder.texts).toEqual(['said']), pollOptions)
  await vi.waitFor(async () => expect(await jobs.pending(echo)).toEqual([]), pollOptions)
})

it('runs jobs that another process sent, and those that become due later', async () => {
  const [sender, worker] = [await start({ isOnlyProcess: false }), await start({ isOnlyProcess: false })]
  const recorder: Seen = { texts: [], gate: Promise.resolve() }
  await worker.work(echo, recorder)
  await sender.send(echo, { word: 'now' })
  await sender.send(echo, { word: 'later' }, { afterSeconds: 1 })
  await vi.waitFor(() => expect(recorder.texts).toEqual(['now', 'later']), pollOptions)
})

it('asks the database a few times a second while nothing is due, however many jobs there are', async () => {
  const jobs = await start({ isOnlyProcess: true })
  for (let index = 0; index < 30; index += 1) await jobs.work({ ...echo, name: `echo-${index}` }, { texts: [] })
  const sent = vi.spyOn(world.database.pool, 'query')
  await wait(2_000)
  // Four questions for all of them, and what the queue does for itself; thirty workers that ask would be 120.
  expect(sent.mock.calls.length).toBeLessThan(20)
  expect(sent.mock.calls.length).toBeGreaterThan(0)
})

it('asks nothing of a queue at the next start, and writes the options that changed', async () => {
  const first = await start({ isOnlyProcess: true })
  const names = Array.from({ length: 20 }, (_, index) => `echo-${index}`)
  for (const name of names) await first.work({ ...echo, name }, { texts: [] })
  await first.stop()

  const next = await start({ isOnlyProcess: true })
  const sent = vi.spyOn(world.database.pool, 'query')
  for (const name of names)
    await next.work({ ...echo, name, retries: name === 'echo-7' ? 9 : echo.retries }, { texts: [] })
  const statements = sent.mock.calls.map(([statement]) => String(statement))
  expect(statements.filter((statement) => statement.includes('create_queue'))).toHaveLength(1)
  const { rows } = await world.database.pool.query('SELECT name FROM jobs.queue WHERE retry_limit = 9')
  expect(rows).toEqual([{ name: 'echo-7' }])
})

it('queues a job that a clean stop interrupted as new, for the next start', async () => {
  const jobs = await start({ isOnlyProcess: true })
  const first: Seen = { texts: [], gate: never }
  await jobs.work(echo, first)
  await jobs.send(echo, { word: 'long' })
  await vi.waitFor(() => expect(first.texts).toEqual(['long']), pollOptions)
  const before = performance.now()
  await jobs.stop()
  expect(performance.now() - before).toBeLessThan(10_000)

  const next = await start({ isOnlyProcess: true })
  expect(await next.pending(echo)).toEqual([{ word: 'long' }])
  const second: Seen = { texts: [], gate: Promise.resolve() }
  await next.work(echo, second)
  await vi.waitFor(() => expect(second.texts).toEqual(['long']), pollOptions)
})

it('restarts the jobs of a killed process at once, when the database is its own', async () => {
  const killed = await start({ isOnlyProcess: true })
  const first: Seen = { texts: [], gate: never }
  await killed.work(echo, first)
  await killed.send(echo, { word: 'cut off' })
  await vi.waitFor(() => expect(first.texts).toEqual(['cut off']), pollOptions)
  // The first queue is not stopped: to the database its job is still running.
  const next = await start({ isOnlyProcess: true })
  const second: Seen = { texts: [], gate: Promise.resolve() }
  await next.work(echo, second)
  await vi.waitFor(() => expect(second.texts).toEqual(['cut off']), pollOptions)
})

it('leaves another process’ job alone when the database is shared', async () => {
  const other = await start({ isOnlyProcess: false })
  const otherRecorder: Seen = { texts: [], gate: never }
  await other.work(echo, otherRecorder)
  await other.send(echo, { word: 'theirs' })
  await vi.waitFor(() => expect(otherRecorder.texts).toEqual(['theirs']), pollOptions)
  const jobs = await start({ isOnlyProcess: false })
  const recorder: Seen = { texts: [], gate: Promise.resolve() }
  await jobs.work(echo, recorder)
  await jobs.send(echo, { word: 'ours' })
  await vi.waitFor(() => expect(recorder.texts).toEqual(['ours']), pollOptions)
  expect(await jobs.pending(echo)).toEqual(expect.arrayContaining([{ word: 'theirs' }]))
})

it('continues after the database has dropped every connection', async () => {
  const jobs = await start({ isOnlyProcess: true })
  const recorder: Seen = { texts: [], gate: Promise.resolve() }
  await jobs.work(echo, recorder)
  await world.database.pool
    .query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    .catch(() => undefined)
  await vi.waitFor(() => jobs.send(echo, { word: 'after' }), pollOptions)
  await vi.waitFor(() => expect(recorder.texts).toEqual(['after']), pollOptions)
})

it('tells a run whether its failure is final', async () => {
  const last: boolean[] = []
  const failing = defineJob({
    name: 'failing',
    input: z.object({}),
    retries: 1,
    run: async (_input, _needs: undefined, _signal, attempt) => {
      last.push(attempt.last)
      throw new Error('always')
    },
  })
  const jobs = await start({ isOnlyProcess: true })
  await jobs.work(failing, undefined)
  await jobs.send(failing, {})
  await vi.waitFor(() => expect(last).toEqual([false, true]), pollOptions)
})

it('counts the jobs that are due and those that failed', async () => {
  const jobs = await start({ isOnlyProcess: true })
  const refusing = defineJob({
    name: 'refusing',
    input: z.object({}),
    retries: 0,
    run: async () => {
      throw new Error('refused')
    },
  })
  const recorder: Seen = { texts: [], gate: never }
  await jobs.work(echo, recorder)
  for (const word of ['one', 'two', 'three']) await jobs.send(echo, { word })
  await jobs.send(echo, { word: 'later' }, { afterSeconds: 3600 })
  // One runs; of the other three, one is not due yet.
  await vi.waitFor(async () => expect((await jobs.waiting()).get('echo')).toBe(2), pollOptions)
  await jobs.work(refusing, undefined)
  await jobs.send(refusing, {})
  await vi.waitFor(async () => {
    const { values } = await jobSeconds.get()
    const count = values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.job === 'refusing')
    expect(count).toMatchObject({ value: 1, labels: { outcome: 'failed' } })
  }, pollOptions)
})
