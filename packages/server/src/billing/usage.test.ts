/** What the fee is measured by: provisional months to date and signed ones, by action and day. */
import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { plantSigned } from './testing/plant-signed.ts'

let kept: TestKept
const unit = 1_000_000_000n
const nano = (amount: number) => String(BigInt(amount) * unit)
const figures = (net: number, days: Record<string, string>) => ({
  ...{ baseline: nano(net), measured: '0', saved: nano(net), low: nano(net), high: nano(net), counted: nano(net) },
  ...{ net: nano(net), days },
})

beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-11-20T09:00:00Z') })
  const { database, scope } = kept.world
  const book = openStatementBook(scope.organizationId, 'USD')
  const october = book.close('2026-10', { a: { kind: 'terminate', saved: 80n * unit } })
  if (october) await plantSigned(database, scope, october)
  const run = {
    ...{ organization_id: scope.organizationId, currency: 'USD', inputs_key: 'x', parts: '{}', held: '[]', gaps: '[]' },
    calculated_at: new Date('2026-11-20T08:00:00Z'),
  }
  const signed = { a: figures(80, { '2026-10-01': nano(30), '2026-10-02': nano(50) }) }
  const open = {
    b: figures(30, { '2026-11-01': nano(10), '2026-11-02': nano(20) }),
    c: figures(10, { '2026-11-02': nano(10) }),
    d: figures(-4, { '2026-11-02': nano(-4) }),
  }
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('savings_run')
      .values([
        { ...run, period: '2026-10', state: 'final', net: nano(80), actions: JSON.stringify(signed) },
        { ...run, period: '2026-11', state: 'provisional', net: nano(36), actions: JSON.stringify(open) },
      ])
      .execute(),
  )
})
afterAll(() => kept.close())

const usage = async (query: { by_day?: true }) => {
  const search = query.by_day ? '?by_day=true' : ''
  const answer = await fetch(`${kept.url}/v1/billing/own/usage${search}`, { headers: kept.headers('own') })
  const { data } = (await answer.json()) as Awaited<ReturnType<TestKept['client']['billing']['usage']>>
  return data.months
}

it('keeps provisional and final months apart, with the fee of each action', async () => {
  const [november, october] = await usage({})
  expect(november).toMatchObject({ period: '2026-11', state: 'provisional', verified: '36', fee: '9' })
  // What cost something owes no fee; the others share it by what they saved.
  expect(november?.actions.map(({ action_id, saved, fee, days }) => [action_id, saved, fee, days])).toEqual([
    ['b', '30', '6.75', []],
    ['c', '10', '2.25', []],
    ['d', '-4', '0', []],
  ])
  expect(october).toMatchObject({ period: '2026-10', state: 'final', verified: '80', fee: '20' })
})

it('shows what each day saved on request', async () => {
  const [november, october] = await usage({ by_day: true })
  expect(november?.actions[0]?.days).toEqual([
    { date: '2026-11-01', saved: '10' },
    { date: '2026-11-02', saved: '20' },
  ])
  expect(october?.actions[0]?.days).toEqual([
    { date: '2026-10-01', saved: '30' },
    { date: '2026-10-02', saved: '50' },
  ])
})
