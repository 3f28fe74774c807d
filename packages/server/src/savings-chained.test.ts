/** Successive actions on one machine, from the bill to the ledger. */
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { openKept, type TestKept } from './testing.ts'

const { from, to } = hoursOfMonth('2026-09')
const resizedAt = from + 100
const endedAt = to - 428
const xlarge = { sku: 'xlarge', price: '0.192' }

const lines = [
  ...machineLines({ resource: 'always', from: from - 744, to, sku: 'base' }),
  ...['named', 'found'].flatMap((resource) => [
    ...machineLines({ resource, from: from - 744, to: resizedAt, ...xlarge }),
    ...machineLines({ resource, from: resizedAt, to: endedAt, sku: 'large' }),
  ]),
  ...machineLines({ resource: 'reverted', from: from - 744, to: resizedAt, ...xlarge }),
  ...machineLines({ resource: 'reverted', from: resizedAt, to: resizedAt + 50, sku: 'large' }),
  ...machineLines({ resource: 'reverted', from: resizedAt + 50, to, ...xlarge }),
]

let kept: TestKept
beforeAll(async () => {
  // An advancing clock: of two actions without a kind, the one recorded first gets the first change.
  let instant = Date.parse('2026-10-10T08:00:00Z')
  const now = () => {
    instant += 1
    return new Date(instant)
  }
  kept = await openKept({}, { now })
})
afterAll(() => kept.close())

it('counts a termination after a resize, and the hours of a reverted resize', async () => {
  // The change of a recommendation is searched from a month before: both actions start before the resize.
  const not_before = fromHour(from - 48)
  const record = (title: string, resource_id: string, kind?: 'rightsize' | 'terminate') =>
    kept.client.savings.record({ title, resource_id, not_before, evidence: '', ...(kind && { kind }) })
  await record('Resize', 'named', 'rightsize')
  await record('End', 'named', 'terminate')
  await record('First recommendation', 'found')
  await record('Second recommendation', 'found')
  await record('Reverted', 'reverted', 'rightsize')
  await deliver(kept, [...savingsBillCsv(lines)].join(''))
  await vi.waitFor(async () => expect((await kept.client.savings.statements({})).data).toHaveLength(1), 60_000)
  const { data } = await kept.client.savings.actions({})
  const byTitle = Object.fromEntries(
    data.map((action) => [action.title, [action.kind, action.effective_time, action.booked]]),
  )
  // 620 hours at 0.192 less 0.096; 428 hours at 0.096.
  expect(byTitle).toEqual({
    Resize: ['rightsize', fromHour(resizedAt), '59.52'],
    End: ['terminate', fromHour(endedAt), '41.088'],
    'First recommendation': ['rightsize', fromHour(resizedAt), '59.52'],
    'Second recommendation': ['terminate', fromHour(endedAt), '41.088'],
    Reverted: ['rightsize', fromHour(resizedAt), '4.8'],
  })
})
