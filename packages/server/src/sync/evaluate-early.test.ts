import { expect, it, vi } from 'vitest'
import { evaluateEarly } from './evaluate-early.ts'

function open(outcome: () => Promise<void> = async () => undefined) {
  let nowMs = 0
  const evaluatedMs: number[] = []
  const warn = vi.fn()
  const services = { now: () => new Date(nowMs), log: { warn } }
  const early = evaluateEarly(services, { organizationId: 'own' }, () => {
    evaluatedMs.push(nowMs)
    return outcome()
  })
  const readUnit = async (atMs: number) => {
    nowMs = atMs
    early.afterUnit()
    await Promise.resolve()
  }
  return { early, evaluatedMs, readUnit, warn }
}

it('evaluates after ten seconds, and then when the run has lasted twice as long', async () => {
  const { early, evaluatedMs, readUnit } = open()
  for (let second = 1; second <= 100; second += 1) await readUnit(second * 1000)
  await early.end()
  expect(evaluatedMs).toEqual([10_000, 20_000, 40_000, 80_000])
})

it('waits for the evaluation that is under way, and begins no second one beside it', async () => {
  const evaluation = Promise.withResolvers<void>()
  const { early, evaluatedMs, readUnit } = open(() => evaluation.promise)
  await readUnit(10_000)
  await readUnit(60_000)
  expect(evaluatedMs).toEqual([10_000])
  let hasEnded = false
  const ended = early.end().then(() => {
    hasEnded = true
  })
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  evaluation.resolve()
  await ended
})

it('logs one that fails, and goes on', async () => {
  const { early, evaluatedMs, readUnit, warn } = open(() => Promise.reject(new Error('the database is away')))
  await readUnit(10_000)
  await early.end()
  await readUnit(20_000)
  await early.end()
  expect(evaluatedMs).toEqual([10_000, 20_000])
  expect(warn).toHaveBeenCalledTimes(2)
})
