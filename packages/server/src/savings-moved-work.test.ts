/** Work that moves into the hours a schedule leaves on: bill, recorded action, ledger, screen's list, declaration, `kept verify`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const september = hoursOfMonth('2026-09')
const start = september.from - 744
const ninth = september.from + 8 * 24
const isOn = (hour: number) => hour % 24 >= 8 && hour % 24 < 20
const hoursOff = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => !isOn(hour))

/** Four units day and night; from the ninth on in the day alone, with as many units as given. */
const scheduled = (resource: string, units: number): SavingsLine[] => [
  ...machineLines({ resource, from: start, to: ninth, quantity: '4' }),
  ...machineLines({
    ...{ resource, from: ninth, to: september.to + 48 },
    quantity: (hour) => (isOn(hour) ? String(units) : '0'),
  }),
]
const lines = [
  ...machineLines({ resource: 'i-0always', from: start, to: september.to + 48, sku: 'base' }),
  ...scheduled('i-0moved', 6),
  ...scheduled('i-0still', 4),
]
const descriptions = Object.fromEntries(
  ['i-0always', 'i-0moved', 'i-0still'].map((resource) => [
    resource,
    { SubAccountId: resource, RegionId: 'eu-west-1', Tags: '{}' },
  ]),
)
const bill = [...savingsBillCsv(lines, 'USD', descriptions)].join('')

let kept: TestKept
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-moved-'))
  kept = await openKept({}, { now: () => new Date('2026-10-06T08:00:00Z') })
  for (const resource_id of ['i-0moved', 'i-0still'])
    await kept.client.savings.record({
      ...{ title: resource_id, kind: 'schedule', evidence: '', resource_id, not_before: fromHour(ninth) },
      off_mask: { time_zone: 'UTC', hours_of_week: hoursOff },
    })
  await deliver(kept, bill)
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run() {
  const deps = savingsDeps(kept.server.services, (scope, month, currency) =>
    ruleFor(kept.world.database, scope, month, currency),
  )
  await runSavings(deps, kept.world.scope)
  const { data } = await kept.client.savings.actions({})
  return Object.fromEntries(data.map(({ title, booked }) => [title, booked]))
}

async function verifyNewest() {
  const { data } = await kept.client.savings.statements({})
  const id = data[0]?.id ?? ''
  const response = await fetch(`${kept.url}/v1/savings/statements/${id}`, { headers: kept.headers('own') })
  const path = join(folder, 'bill.csv')
  writeFileSync(path, bill)
  return verifyStatement({
    ...{ statement: (await response.json()) as Statement, bills: [path], trustedKey: undefined, checkpoints: [] },
    ...{ environment: {}, signal: new AbortController().signal },
  })
}

it('takes work that moved into the hours left on off the saving, until it is declared unrelated', async () => {
  // 264 hours off at four units of 0.096; in the other 264 hours two units more, which are the work of the nights.
  expect(await run()).toEqual({ 'i-0moved': '50.688', 'i-0still': '101.376' })
  expect(await verifyNewest()).toMatchObject({ agrees: true })

  const { data } = await kept.client.savingsReplacements.list({})
  expect(data).toMatchObject([
    {
      ...{ title: 'i-0moved', kind: 'schedule' },
      replacements: [{ resource_id: 'i-0moved', match: 'shape', shape: { before: '0.384', after: '0.576' } }],
    },
  ])

  await kept.client.savingsReplacements.declare({
    ...{ id: data[0]?.action_id ?? '', resource_id: 'i-0moved', reason: 'A new product started that day.' },
  })
  expect(await run()).toEqual({ 'i-0moved': '101.376', 'i-0still': '101.376' })
  expect(await verifyNewest()).toMatchObject({ agrees: true })
  expect((await kept.client.savingsReplacements.list({})).data[0]?.replacements[0]?.declared?.reason).toBe(
    'A new product started that day.',
  )
}, 120_000)
