/** Replaced capacity on the real way: bill, recorded action, signed statement, `kept verify` by both ways of reading. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHour, hoursOfMonth } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { firstDisagreement } from '@kept/engine/savings/statement/check-amounts.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { type Descriptions, savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { settleByEngine } from './cli/verify/settle-by-engine.ts'
import { sha256 } from './cli/verify/statement-file.ts'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { deliver } from './ingest/testing/deliver.ts'
import { ruleFor } from './platform/commission-rule.ts'
import { savingsDoors } from './savings/compose.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const september = hoursOfMonth('2026-09')
const october = hoursOfMonth('2026-10')
const start = september.from - 744
/** 22 days before the end of September: 528 hours. */
const ninth = september.from + 8 * 24
const twentyEighth = september.from + 27 * 24

const named = (account: string, tags: Record<string, string> = {}) => ({
  SubAccountId: account,
  RegionId: 'eu-west-1',
  Tags: JSON.stringify(tags),
})
const descriptions: Descriptions = {
  'i-0aaaaaaaa1': named('named', { Name: 'api' }),
  'i-0aaaaaaaa2': named('named', { Name: 'api' }),
  'i-0bbbbbbbb1': named('presumed'),
  'i-0bbbbbbbb2': named('presumed'),
  'i-0cccccccc1': named('late', { Name: 'worker' }),
  'i-0cccccccc2': named('late', { Name: 'worker' }),
  'i-0dddddddd1': named('honest', { project: 'zeus' }),
  'i-0dddddddd2': named('honest', { project: 'apollo' }),
  ...Object.fromEntries(
    ['named', 'presumed', 'late', 'honest'].map((account) => [
      `i-0eeeeeeee${account}`,
      named(account, { project: 'base' }),
    ]),
  ),
}
const lines: SavingsLine[] = [
  ...['named', 'presumed', 'late', 'honest'].flatMap((account) =>
    machineLines({ resource: `i-0eeeeeeee${account}`, from: start, to: october.to, sku: 'base' }),
  ),
  ...machineLines({ resource: 'i-0aaaaaaaa1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0aaaaaaaa2', from: ninth + 120, to: october.to, sku: 'xlarge', price: '0.192' }),
  ...machineLines({ resource: 'i-0bbbbbbbb1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0bbbbbbbb2', from: ninth + 2, to: october.to }),
  // Ends in September, and its successor begins in October.
  ...machineLines({ resource: 'i-0cccccccc1', from: start, to: twentyEighth }),
  ...machineLines({ resource: 'i-0cccccccc2', from: october.from + 72, to: october.to }),
  ...machineLines({ resource: 'i-0dddddddd1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0dddddddd2', from: ninth + 1, to: october.to }),
]
const removed = {
  Named: { resource_id: 'i-0aaaaaaaa1', not_before: fromHour(ninth - 24) },
  Presumed: { resource_id: 'i-0bbbbbbbb1', not_before: fromHour(ninth - 24) },
  Late: { resource_id: 'i-0cccccccc1', not_before: fromHour(twentyEighth - 24) },
  Honest: { resource_id: 'i-0dddddddd1', not_before: fromHour(ninth - 24) },
}
const until = (hour: number, from = start) => lines.filter((line) => from <= line.hour && line.hour < hour)
const csvOf = (some: readonly SavingsLine[]) => [...savingsBillCsv(some, 'USD', descriptions)].join('')

let kept: TestKept
let folder: string
let clock = new Date('2026-10-02T08:00:00Z')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-substitution-'))
  kept = await openKept({}, { now: () => clock })
  for (const [title, action] of Object.entries(removed))
    await kept.own.savings.record({ title, kind: 'terminate', evidence: '', ...action })
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

const deps = () =>
  savingsDoors(kept.server.services, (scope, month, currency) => ruleFor(kept.world.database, scope, month, currency))
const run = () => runSavings(deps(), kept.world.scope)

async function statements() {
  const { data } = await kept.own.savings.statements({})
  return Promise.all(
    data.map(async ({ id }) => {
      const response = await fetch(`${kept.url}/v1/savings/statements/${id}`, { headers: kept.headers('own') })
      return (await response.json()) as Statement
    }),
  )
}

async function bookedByTitle(): Promise<Record<string, string | null>> {
  const { data } = await kept.own.savings.actions({})
  return Object.fromEntries(data.map(({ title, booked }) => [title, booked]))
}

/** By the reader without an engine, and by the engine. */
async function expectVerified(statement: Statement): Promise<void> {
  const { from, to } = hoursOfMonth(statement.period)
  const path = join(folder, `${statement.period}.csv`)
  writeFileSync(path, csvOf(until(to, from)))
  const request = {
    ...{ statement, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  }
  expect(await verifyStatement(request), statement.period).toEqual({
    agrees: true,
    rows: expect.any(Number),
    passed_over: 0,
  })
  const { settled } = await settleByEngine(request)
  expect(firstDisagreement(statement, settled, sha256)).toBeNull()
}

it('books nothing for capacity that came back under another id, and everything for what is gone', async () => {
  // The successor of "worker" is not in the bill yet.
  await deliver(kept, csvOf(until(october.from + 48)))
  clock = new Date('2026-10-06T08:00:00Z')
  await run()
  await vi.waitFor(async () => expect((await statements()).length).toBeGreaterThan(0), 60_000)
  expect(await bookedByTitle()).toEqual({ Named: '0', Presumed: '0', Late: '6.912', Honest: '50.688' })
  const [statement] = await statements()
  if (!statement) throw new Error('no statement')
  expect(statement.net).toBe('57600000000')
  expect(statement.substitution?.matches.map(({ match, replacements }) => [match, replacements[0]?.shared])).toEqual([
    ['identity', 'name "api"'],
    ['presumed', 'service "Amazon Elastic Compute Cloud"'],
  ])
  await expectVerified(statement)
})

it('disagrees with a statement that hides a replacement', async () => {
  const [statement] = await statements()
  if (!statement) throw new Error('no statement')
  const { substitution: _, ...hidden } = statement
  const path = join(folder, '2026-09.csv')
  const verdict = await verifyStatement({
    ...{ statement: hidden, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  })
  expect(verdict).toMatchObject({ agrees: false })
})

it('takes back what was booked when the successor begins in the next month, within the proof window', async () => {
  const before = await statements()
  clock = new Date('2026-11-06T08:00:00Z')
  await deliver(kept, csvOf(until(october.to, october.from)))
  await run()
  await vi.waitFor(async () => expect((await statements()).length).toBeGreaterThan(before.length), 60_000)
  expect(await bookedByTitle()).toEqual({ Named: '0', Presumed: '0', Late: '0', Honest: '122.112' })
  for (const statement of await statements()) await expectVerified(statement)
})

it('lists replacements, and books the saving of one that is declared unrelated with a reason', async () => {
  const { data } = await kept.own.savingsReplacements.list({})
  const presumed = data.find(({ title }) => title === 'Presumed')
  expect(presumed).toMatchObject({
    resource_id: 'i-0bbbbbbbb1',
    // 528 hours of September and all of October.
    booked: '-122.112',
    replacements: [{ resource_id: 'i-0bbbbbbbb2', match: 'presumed', declared: null }],
  })
  const id = presumed?.action_id ?? ''
  const declaration = { id, resource_id: 'i-0bbbbbbbb2', reason: 'Another team started it.' }
  await expect(kept.stranger.savingsReplacements.declare(declaration)).rejects.toThrow('has no replacement')
  await expect(kept.own.savingsReplacements.declare({ ...declaration, resource_id: 'i-0' })).rejects.toThrow()
  const named = data.find(({ title }) => title === 'Named')
  if (named)
    await expect(
      kept.own.savingsReplacements.declare({ ...declaration, id: named.action_id, resource_id: 'i-0aaaaaaaa2' }),
    ).rejects.toThrow('the same resource under another id')
  const changed = await kept.own.savingsReplacements.declare(declaration)
  expect(changed.data.replacements).toMatchObject([{ declared: { reason: 'Another team started it.' } }])
  await run()
  await vi.waitFor(async () => expect((await bookedByTitle()).Presumed).toBe('122.112'), 60_000)
  const entries = (await kept.own.savings.ledger({})).data.filter(
    ({ part, kind }) => part === 'replaced' && kind === 'trueup',
  )
  expect(entries.map(({ period, amount }) => [period, amount]).toSorted()).toEqual([
    ['2026-09', '50688000000'],
    ['2026-10', '71424000000'],
  ])
  const trail = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select(['action', 'details']).where('target_id', '=', id).execute(),
  )
  expect(trail).toMatchObject([{ action: 'savings.replacement_declared', details: { reason: declaration.reason } }])
  for (const statement of await statements()) await expectVerified(statement)
})
