/** Replaced capacity: bill, recorded action, signed statement, and `kept verify` with both readers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { firstDisagreement } from '@kept/engine/savings/statement/check-amounts.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { type StatementDraft, setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { type Descriptions, savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calculateByEngine } from './cli/verify/calculate-by-engine.ts'
import { calculateWithoutEngine } from './cli/verify/calculate-without-engine.ts'
import { openPlainly } from './cli/verify/open-plainly.ts'
import { sha256 } from './cli/verify/statement-file.ts'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const september = hoursOfMonth('2026-09')
const october = hoursOfMonth('2026-10')
const start = september.from - 744
/** 22 days before the end of September: 528 hours. */
const ninth = september.from + 8 * 24
const twentyEighth = september.from + 27 * 24

const accountColumns = (account: string, tags: Record<string, string> = {}) => ({
  SubAccountId: account,
  RegionId: 'eu-west-1',
  Tags: JSON.stringify(tags),
})
const descriptions: Descriptions = {
  'i-0aaaaaaaa1': accountColumns('named', { Name: 'api' }),
  'i-0aaaaaaaa2': accountColumns('named', { Name: 'api' }),
  'i-0bbbbbbbb1': accountColumns('presumed'),
  'i-0bbbbbbbb2': accountColumns('presumed'),
  'i-0cccccccc1': accountColumns('late', { Name: 'worker' }),
  'i-0cccccccc2': accountColumns('late', { Name: 'worker' }),
  'i-0dddddddd1': accountColumns('unrelated', { project: 'zeus' }),
  'i-0dddddddd2': accountColumns('unrelated', { project: 'apollo' }),
  ...Object.fromEntries(
    ['named', 'presumed', 'late', 'unrelated'].map((account) => [
      `i-0eeeeeeee${account}`,
      accountColumns(account, { project: 'base' }),
    ]),
  ),
}
const lines: SavingsLine[] = [
  ...['named', 'presumed', 'late', 'unrelated'].flatMap((account) =>
    machineLines({ resource: `i-0eeeeeeee${account}`, from: start, to: october.to, sku: 'base' }),
  ),
  ...machineLines({ resource: 'i-0aaaaaaaa1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0aaaaaaaa2', from: ninth + 120, to: october.to, sku: 'xlarge', price: '0.192' }),
  ...machineLines({ resource: 'i-0bbbbbbbb1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0bbbbbbbb2', from: ninth + 2, to: october.to }),
  // Ends in September, and its replacement starts in October.
  ...machineLines({ resource: 'i-0cccccccc1', from: start, to: twentyEighth }),
  ...machineLines({ resource: 'i-0cccccccc2', from: october.from + 72, to: october.to }),
  ...machineLines({ resource: 'i-0dddddddd1', from: start, to: ninth }),
  ...machineLines({ resource: 'i-0dddddddd2', from: ninth + 1, to: october.to }),
]
const removed = {
  Named: { resource_id: 'i-0aaaaaaaa1', not_before: fromHour(ninth - 24) },
  Presumed: { resource_id: 'i-0bbbbbbbb1', not_before: fromHour(ninth - 24) },
  Late: { resource_id: 'i-0cccccccc1', not_before: fromHour(twentyEighth - 24) },
  Unrelated: { resource_id: 'i-0dddddddd1', not_before: fromHour(ninth - 24) },
}
const until = (hour: number, from = start) => lines.filter((line) => from <= line.hour && line.hour < hour)
const csvOf = (savingsLines: readonly SavingsLine[]) => [...savingsBillCsv(savingsLines, 'USD', descriptions)].join('')

let kept: TestKept
let folder: string
let clock = new Date('2026-10-02T08:00:00Z')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-substitution-'))
  kept = await openKept({}, { now: () => clock })
  for (const [title, action] of Object.entries(removed))
    await kept.client.savings.record({ title, kind: 'terminate', evidence: '', ...action })
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

const deps = () =>
  savingsDeps(kept.server.services, (scope, month, currency) => ruleFor(kept.world.database, scope, month, currency))
const run = () => runSavings(deps(), kept.world.scope)

async function statements() {
  const { data } = await kept.client.savings.statements({})
  return Promise.all(
    data.map(async ({ id }) => {
      const response = await fetch(`${kept.url}/v1/savings/statements/${id}`, { headers: kept.headers('own') })
      return (await response.json()) as Statement
    }),
  )
}

async function bookedByTitle(): Promise<Record<string, string | null>> {
  const { data } = await kept.client.savings.actions({})
  return Object.fromEntries(data.map(({ title, booked }) => [title, booked]))
}

function requestFor(statement: Statement, name: string, content: string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return {
    ...{ statement, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  }
}

/**
 * By the reader without an engine, and by the engine; replacements are searched in the month, and in the entire bill.
 */
async function expectVerified(statement: Statement): Promise<void> {
  const { from, to } = hoursOfMonth(statement.period)
  const request = requestFor(statement, `${statement.period}.csv`, csvOf(until(to, from)))
  const { substitution } = statement
  const stated = new Set(
    substitution?.matches.flatMap(({ replacements }) => replacements.map(({ resource }) => resource)),
  ).size
  const agrees = { agrees: true, rows: expect.any(Number), skipped: 0 }
  const missing = { from: substitution?.search?.from, to: substitution?.search?.until }
  expect(await verifyStatement(request), statement.period).toEqual({ ...agrees, replacements: { stated, missing } })
  const complete = requestFor(statement, 'complete.csv', csvOf(until(october.to)))
  expect(await verifyStatement(complete)).toEqual({ ...agrees, replacements: { stated, missing: null } })
  const { calculated: calculatedMonth } = await calculateByEngine(request)
  expect(firstDisagreement(statement, calculatedMonth, sha256)).toBeNull()
}

it('books nothing for capacity that returned under another id, and everything for what is gone', async () => {
  // The replacement of "worker" is not on the bill yet.
  await deliver(kept, csvOf(until(october.from + 48)))
  clock = new Date('2026-10-06T08:00:00Z')
  await run()
  await vi.waitFor(async () => expect((await statements()).length).toBeGreaterThan(0), 60_000)
  expect(await bookedByTitle()).toEqual({ Named: '0', Presumed: '0', Late: '6.912', Unrelated: '50.688' })
  const [statement] = await statements()
  if (!statement) throw new Error('no statement')
  expect(statement.net).toBe('57600000000')
  expect(statement.substitution?.matches.map(({ match, replacements }) => [match, replacements[0]?.shared])).toEqual([
    ['identity', 'name "api"'],
    ['presumed', 'service "Amazon Elastic Compute Cloud"'],
  ])
  await expectVerified(statement)
})

/** As a forger with the signing key would write it: every amount follows from the stated inputs. */
async function restated(statement: Statement, substitution: Substitution): Promise<Statement> {
  const { signature: _, ...unsigned } = statement
  const draft: StatementDraft = { ...unsigned, substitution }
  const { bills, signal } = requestFor(statement, 'restated.csv', csvOf(until(october.from, september.from)))
  const { calculated: calculatedMonth } = await calculateWithoutEngine(
    await openPlainly(bills, formats),
    setupOf(draft, sha256),
    signal,
  )
  return signStatement(completeStatement(draft, calculatedMonth, sha256), deps().signer)
}

describe('a forged statement', () => {
  type Matches = Substitution['matches']
  const first = (matches: Matches, change: (match: Matches[number]) => Matches) =>
    matches.flatMap((match, index) => (index === 0 ? change(match) : [match]))
  const invented = (match: Matches[number]): Matches => [
    {
      ...match,
      replacements: [
        ...match.replacements,
        { ...match.replacements[0]!, resource: 'i-0dddddddd2', begins: fromHour(ninth + 1) },
      ],
    },
  ]
  const cases: [name: string, change: (matches: Matches) => Matches, sentence: RegExp][] = [
    [
      'without a match',
      (matches) => first(matches, () => []),
      /^The statement omits a replacement: your bill shows that i-0aaaaaaaa2 \(name "api"\) replaced what action "[^"]+" removed\.$/,
    ],
    [
      'with an invented replacement',
      (matches) => first(matches, (match) => invented(match)),
      /^The statement has i-0dddddddd2 as the replacement of what action "[^"]+" removed, but your bill shows no such replacement\.$/,
    ],
    [
      'with a smaller cost until the replacement begins',
      (matches) =>
        first(matches, (match) => [
          {
            ...match,
            replacements: match.replacements.map((replacement) => ({ ...replacement, hourly_cost: '0.01' })),
          },
        ]),
      /^The cost per hour of the replacement i-0aaaaaaaa2 of action "[^"]+" differs: the statement has 0\.01, but your bill gives 0\.192\.$/,
    ],
    [
      'with a limit',
      (matches) => first(matches, (match) => [{ ...match, hourly_limit: '0.01' }]),
      /^The replaced amount of action "[^"]+" differs from what your bill gives\.$/,
    ],
    [
      'with a level before',
      (matches) => first(matches, (match) => [{ ...match, baseline_hourly_costs: ['0.05'] }]),
      /^The replaced amount of action "[^"]+" differs from what your bill gives\.$/,
    ],
  ]
  it.each(cases)('%s is rejected in one sentence', async (_name, change, sentence) => {
    const statement = (await statements())[0]!
    const { matches, ...otherFields } = statement.substitution!
    const tampered = await restated(statement, { ...otherFields, matches: change(matches) })
    const result = await verifyStatement(requestFor(tampered, 'complete.csv', csvOf(until(october.to))))
    expect(result).toEqual({ agrees: false, sentence: expect.stringMatching(sentence) })
  })

  it('without a match of the same name is rejected with the bill of the month alone', async () => {
    const statement = (await statements())[0]!
    const { matches, ...otherFields } = statement.substitution!
    const tampered = await restated(statement, { ...otherFields, matches: matches.slice(1) })
    const month = requestFor(tampered, '2026-09.csv', csvOf(until(october.from, september.from)))
    expect(await verifyStatement(month)).toEqual({
      ...{ agrees: false, sentence: expect.stringContaining('your bill shows that i-0aaaaaaaa2 (name "api")') },
    })
  })
})

it('does not match when it hides a replacement', async () => {
  const [statement] = await statements()
  if (!statement) throw new Error('no statement')
  const { substitution: _, ...hidden } = statement
  const path = join(folder, '2026-09.csv')
  const result = await verifyStatement({
    ...{ statement: hidden, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  })
  expect(result).toMatchObject({ agrees: false })
})

it('reverses a saving when the replacement starts in the next month, within the verification window', async () => {
  const before = await statements()
  clock = new Date('2026-11-06T08:00:00Z')
  await deliver(kept, csvOf(until(october.to, october.from)))
  await run()
  await vi.waitFor(async () => expect((await statements()).length).toBeGreaterThan(before.length), 60_000)
  expect(await bookedByTitle()).toEqual({ Named: '0', Presumed: '0', Late: '0', Unrelated: '122.112' })
  for (const statement of await statements()) await expectVerified(statement)
})

it('lists replacements, and books the saving of one that is declared unrelated with a reason', async () => {
  const { data } = await kept.client.savingsReplacements.list({})
  const presumed = data.find(({ title }) => title === 'Presumed')
  expect(presumed).toMatchObject({
    resource_id: 'i-0bbbbbbbb1',
    // 528 hours of September and all of October.
    booked: '-122.112',
    replacements: [{ resource_id: 'i-0bbbbbbbb2', match: 'presumed', declared: null }],
  })
  const id = presumed?.action_id ?? ''
  const declaration = { id, resource_id: 'i-0bbbbbbbb2', reason: 'Another team started it.' }
  await expect(kept.otherClient.savingsReplacements.declare(declaration)).rejects.toThrow('has no replacement')
  await expect(kept.client.savingsReplacements.declare({ ...declaration, resource_id: 'i-0' })).rejects.toThrow()
  const namedAction = data.find(({ title }) => title === 'Named')
  if (namedAction)
    await expect(
      kept.client.savingsReplacements.declare({
        ...declaration,
        id: namedAction.action_id,
        resource_id: 'i-0aaaaaaaa2',
      }),
    ).rejects.toThrow('the same resource under another id')
  const changed = await kept.client.savingsReplacements.declare(declaration)
  expect(changed.data.replacements).toMatchObject([{ declared: { reason: 'Another team started it.' } }])
  await run()
  await vi.waitFor(async () => expect((await bookedByTitle()).Presumed).toBe('122.112'), 60_000)
  const entries = (await kept.client.savings.ledger({})).data.filter(
    ({ part, kind }) => part === 'replaced' && kind === 'trueup',
  )
  expect(entries.map(({ period, amount }) => [period, amount]).toSorted()).toEqual([
    ['2026-09', '50688000000'],
    ['2026-10', '71424000000'],
  ])
  const trail = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('resource_id', '=', id)
      .where('outcome', '=', 'allowed')
      .orderBy('seq')
      .execute(),
  )
  expect(trail).toMatchObject([
    { action: 'savings_action.recorded' },
    { action: 'savings.replacement_declared', details: { reason: declaration.reason } },
  ])
  for (const statement of await statements()) await expectVerified(statement)
})
