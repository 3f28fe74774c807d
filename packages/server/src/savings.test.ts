/** The complete flow: a bill, a recorded action, a signed statement, and `kept verify` on the downloaded files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { runSavings } from './savings/run-savings.ts'
import { openKept, type TestKept } from './testing.ts'

const september = hoursOfMonth('2026-09')
const { from } = september
const august = [
  ...machineLines({ resource: 'stopped', from: from - 744, to: from + 10 }),
  ...machineLines({ resource: 'resized', from: from - 744, to: from, sku: 'xlarge', price: '0.192' }),
]
const billed: SavingsLine[] = [
  ...august,
  ...machineLines({ resource: 'resized', from, to: september.to, sku: 'large', price: '0.096' }),
  ...machineLines({ resource: 'other', from: from - 744, to: september.to }),
]
const csvOf = (lines: SavingsLine[]) => [...savingsBillCsv(lines)].join('')

let kept: TestKept
let folder: string
let clock = new Date('2026-10-10T08:00:00Z')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-savings-'))
  kept = await openKept({}, { now: () => clock })
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

const deps = () =>
  savingsDeps(kept.server.services, (scope, month, currency) => ruleFor(kept.world.database, scope, month, currency))
const run = () => runSavings(deps(), kept.world.scope)

async function download(id: string): Promise<Statement> {
  const response = await fetch(`${kept.url}/v1/savings/statements/${id}`, { headers: kept.headers('own') })
  expect(response.status).toBe(200)
  return (await response.json()) as Statement
}

async function verify(statement: Statement, lines: SavingsLine[], trustedKey?: string) {
  const path = join(folder, 'bill.csv')
  writeFileSync(path, csvOf(lines))
  return verifyStatement({
    ...{ statement, bills: [path], trustedKey, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  })
}

it('what cannot be measured has a state and a reason, and no amount', async () => {
  const { data } = await kept.client.savings.record({
    ...{ title: 'Gone', resource_id: 'stopped', kind: 'terminate' as const, not_before: fromHour(from), evidence: '' },
  })
  expect(data).toMatchObject({ state: 'waiting', booked: null })
  await run()
  const { data: actions } = await kept.client.savings.actions({})
  expect(actions[0]).toMatchObject({ state: 'waiting', booked: null, effective_time: null })
  expect((await kept.client.savings.summary({})).data.currencies).toEqual([])
})

it('counts from the hour of the change on the bill, closes the month, and its statement verifies', async () => {
  await kept.client.savings.record({
    ...{ title: 'Smaller', resource_id: 'resized', not_before: fromHour(from - 48), evidence: 'CHG-1' },
  })
  await kept.client.savings.record({
    title: 'Unknown',
    resource_id: 'nowhere',
    not_before: fromHour(from),
    evidence: '',
  })
  await deliver(kept, csvOf(billed))
  await run()
  await vi.waitFor(async () => expect((await kept.client.savings.statements({})).data).toHaveLength(1), 60_000)
  const { data: actions } = await kept.client.savings.actions({})
  expect(
    Object.fromEntries(actions.map((action) => [action.title, [action.state, action.kind, action.effective_time]])),
  ).toEqual({
    Gone: ['counting', 'terminate', fromHour(from + 10)],
    Smaller: ['counting', 'rightsize', fromHour(from)],
    Unknown: ['waiting', null, null],
  })
  expect(actions.find(({ title }) => title === 'Unknown')?.reason).toContain('The bill shows no usage of nowhere')
  const { data: statements } = await kept.client.savings.statements({})
  // 710 hours at 0.096, and 720 at 0.096 less.
  expect(statements[0]).toMatchObject({
    period: '2026-09',
    kind: 'final',
    net: '137.28',
    fee: '34.32',
    customer_net: '102.96',
  })
  const { data: key } = await kept.client.savings.key({})
  const statement = await download(statements[0]?.id ?? '')
  expect(await verify(statement, billed, key.public_key)).toEqual({
    ...{ agrees: true, rows: billed.length, skipped: 0, replacements: { stated: 0, missing: null } },
  })
  // The same with the month's bill that can be downloaded with the statement.
  const bill = await fetch(`${kept.url}/v1/savings/statements/${statements[0]?.id}/bill`, {
    headers: kept.headers('own'),
  })
  expect(bill.headers.get('content-disposition')).toContain('2026-09.focus.csv.gz')
  const path = join(folder, '2026-09.focus.csv.gz')
  writeFileSync(path, Buffer.from(await bill.arrayBuffer()))
  const request = { statement, bills: [path], trustedKey: key.public_key, checkpoints: [], environment: {} }
  const ofMonth = billed.filter(({ hour }) => hour >= september.from && hour < september.to)
  expect(await verifyStatement({ ...request, signal: new AbortController().signal })).toEqual({
    ...{ agrees: true, rows: ofMonth.length, skipped: 0 },
    replacements: { stated: 0, missing: { from: expect.any(String), to: expect.any(String) } },
  })
  const foreign = await fetch(`${kept.url}/v1/savings/statements/${statements[0]?.id}/bill`, {
    headers: kept.headers('other'),
  })
  expect(foreign.status).toBe(404)
  const { data: summary } = await kept.client.savings.summary({})
  expect(summary.currencies[0]).toMatchObject({
    currency: 'USD',
    verified: '137.28',
    fee: '34.32',
    last_period: '2026-09',
  })
})

it('fails for a changed row, amount or order, and for a truncated file', async () => {
  const { data: statements } = await kept.client.savings.statements({})
  const statement = await download(statements[0]?.id ?? '')
  const { data: key } = await kept.client.savings.key({})
  const [first, ...laterEntries] = statement.entries
  if (!first) throw new Error('no entry')
  for (const changed of [
    { ...statement, entries: [{ ...first, amount: '1' }, ...laterEntries] },
    { ...statement, entries: statement.entries.toReversed() },
    { ...statement, entries: statement.entries.slice(0, 2) },
    { ...statement, net: '1' },
  ])
    expect(await verify(changed, billed, key.public_key)).toMatchObject({ agrees: false })
  const last = billed.findIndex(({ resource, hour }) => resource === 'resized' && hour === from + 600)
  const row = billed.map((line, index) =>
    index === last ? { ...line, quantity: '0.5', contracted: '0.048', effective: '0.048' } : line,
  )
  expect(await verify(statement, row)).toMatchObject({ agrees: false })
  const dearer = billed.map((line) =>
    line.resource === 'resized' && line.hour >= from
      ? { ...line, price: '0.095', contracted: '0.095', effective: '0.095' }
      : line,
  )
  expect(await verify(statement, dearer)).toMatchObject({ agrees: false })
})

it('runs again without double booking, and trues up a corrected bill', async () => {
  expect(await run()).toMatchObject({ months: 0, statements: 0 })
  const corrected = billed.map((line) =>
    line.resource === 'resized' && line.hour === from + 5
      ? { ...line, quantity: '2', contracted: '0.192', effective: '0.192' }
      : line,
  )
  await deliver(kept, csvOf(corrected))
  await vi.waitFor(async () => expect((await kept.client.savings.statements({})).data).toHaveLength(2), 60_000)
  const { data: statements } = await kept.client.savings.statements({})
  expect(statements[0]).toMatchObject({ kind: 'trueup', period: '2026-09', net: '0.096', entries: 2 })
  const { data: entries } = await kept.client.savings.ledger({})
  expect(entries.map(({ kind }) => kind)).toEqual(['fee', 'trueup', 'fee', 'accrual', 'accrual'])
  expect(await verify(await download(statements[0]?.id ?? ''), corrected)).toMatchObject({ agrees: true })
})

it('the current month is provisional and not in the ledger', async () => {
  const october = machineLines({ resource: 'other', from: september.to, to: september.to + 100 })
  await deliver(kept, csvOf(october))
  await vi.waitFor(async () => {
    const { data } = await kept.client.savings.summary({})
    expect(data.currencies[0]?.months.map(({ period, state }) => [period, state])).toEqual([
      ['2026-09', 'final'],
      ['2026-10', 'provisional'],
    ])
  }, 60_000)
  const { data } = await kept.client.savings.summary({})
  expect(data.currencies[0]?.provisional).toBe('9.6')
  expect((await kept.client.savings.statements({})).data).toHaveLength(2)
})

it('the chain is verified, and a row changed in the database is named', async () => {
  expect((await kept.client.savings.proof({})).data).toMatchObject({ intact: true, entries: 5, checkpoints: 2 })
  expect((await kept.otherClient.savings.proof({})).data).toMatchObject({ intact: true, entries: 0 })
  expect((await kept.otherClient.savings.ledger({})).data).toEqual([])
})

it('the application can neither change nor delete ledger rows', async () => {
  const { database, scope } = kept.world
  const attempt = async (statement: string) => {
    const client = await database.pool.connect()
    try {
      await client.query(`BEGIN; SELECT set_config('app.organization_id', '${scope.organizationId}', true)`)
      await client.query(statement)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }
  for (const statement of [
    'UPDATE savings_ledger_entry SET amount = 1',
    'DELETE FROM savings_ledger_entry',
    'TRUNCATE savings_ledger_entry',
    'UPDATE savings_statement SET fee = 0',
    'DELETE FROM savings_baseline',
  ])
    expect(await attempt(statement)).toMatch(/permission denied|append-only/)
  expect(await attempt(`UPDATE savings_action SET title = 'x' WHERE state = 'counting'`)).toBe(
    'an action that counts is never changed',
  )
})

it('two concurrent runs book a month once', async () => {
  clock = new Date('2026-11-10T08:00:00Z')
  await deliver(kept, csvOf(machineLines({ resource: 'other', from: september.to, to: september.to + 744 })))
  await Promise.all([run(), run(), run()])
  const { data } = await kept.client.savings.statements({})
  expect(data.filter(({ period }) => period === '2026-10')).toHaveLength(1)
  expect((await kept.client.savings.proof({})).data.intact).toBe(true)
})

it('stops when the ledger is shorter than its checkpoints', async () => {
  const { data } = await kept.client.savings.proof({})
  const beyond = {
    id: 'ffffffff-0000-4000-8000-000000000000',
    period: '2026-10',
    head_seq: data.head.seq + 3,
    head_hash: 'f'.repeat(64),
  }
  await deps().checkpoints.write(kept.world.scope, [beyond as never])
  expect((await kept.client.savings.proof({})).data).toMatchObject({ intact: false })
  const more = ['other', 'third'].flatMap((resource) =>
    machineLines({ resource, from: september.to, to: september.to + 744 }),
  )
  await deliver(kept, csvOf(more))
  await expect(run()).rejects.toThrow('Entries were removed or rewritten')
})
