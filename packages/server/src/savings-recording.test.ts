/** Actions recorded by features, and a month's inputs besides the bill: from recording to a statement that verifies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ruleOfTerms } from '@kept/domain/commission-terms.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { checkpointSchema, type Statement } from '@kept/domain/statement.ts'
import { machineLines } from '@kept/engine/testing/savings-bill.ts'
import { fromHour, type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { savingsBillCsv } from '@kept/scenarios/savings/bill-csv.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { type DoneAction, recordDone, withdrawDone } from '@kept/store/savings/record-done.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyStatement } from './cli/verify/verify-statement.ts'
import { ruleFor } from './commission/public/commission-rule.ts'
import { deliver } from './imports/testing/deliver.ts'
import type { Email } from './platform/mail.ts'
import { announce } from './savings/announce.ts'
import { openCheckpoints } from './savings/checkpoints.ts'
import { draftOf } from './savings/close-month.ts'
import { savingsDeps } from './savings/create-deps.ts'
import { defaultConfig, runSavings } from './savings/run-savings.ts'
import { createTestUser, signIn } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const { from, to } = hoursOfMonth('2026-09')
const stop = from + 100
const fix = from + 240
const clock = new Date('2026-10-10T08:00:00Z')
const requests = (hour: Hour) => 1000 + (hour % 24) * 10

/** A function that loops for ten hours at 600 units an hour, and an API whose requests cost 75% of before. */
const lines: SavingsLine[] = [
  ...machineLines({
    ...{ resource: 'resizer', sku: 'gb-second', price: '0.5', from: from - 744, to },
    quantity: (hour) => (stop - 10 <= hour && hour < stop ? '600' : '2'),
  }),
  ...machineLines({
    ...{ resource: 'api', sku: 'vcpu', price: '0.04', from: from - 744, to },
    quantity: (hour) => String(hour < fix ? requests(hour) / 500 : (requests(hour) * 3) / 2000),
  }),
  // It is unused in September, but its price is known to have dropped by half.
  ...machineLines({ resource: 'gone', sku: 'large', price: '0.1', from: from - 744, to: from }),
]
const bill = [...savingsBillCsv(lines)].join('')

let kept: TestKept
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-recording-'))
  kept = await openKept({ KEPT_ADMIN_EMAILS: 'boss@example.com' }, { now: () => clock })
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})

const loopStop: DoneAction = {
  ...{ resource_id: 'resizer', kind: 'loop_stop', at: new Date((stop - 1) * 3_600_000 + 3_599_000).toISOString() },
  ...{ source: 'loop', source_id: 'loop-1', title: 'Loop in resizer stopped', actorName: 'Kept' },
  ...{ started_at: fromHour(stop - 10), sku: 'gb-second', hourly_quantity: '650' },
}
const record = (done: DoneAction) => recordDone(kept.world.database, kept.world.scope, done, clock)

it('is recorded once, waits, and can be withdrawn and recorded again', async () => {
  expect(await record(loopStop)).toBe(true)
  expect(await record(loopStop)).toBe(false)
  expect((await kept.client.savings.actions({})).data).toMatchObject([
    { source: 'loop', state: 'waiting', kind: 'loop_stop', booked: null },
  ])
  const { database, scope, otherScope } = kept.world
  const which = { source: 'loop', source_id: 'loop-1', reason: 'It goes on.' } as const
  expect(await withdrawDone(database, otherScope, which)).toBe(0)
  expect(await withdrawDone(database, scope, which)).toBe(1)
  expect(await record(loopStop)).toBe(true)
})

it('explains what it does not accept', async () => {
  await expect(record({ ...loopStop, source_id: 'loop-2', to_sku: 'small' })).rejects.toThrow(
    'to_sku belongs to an action of the kind "rightsize"; this one is "loop_stop".',
  )
  await expect(
    kept.client.savings.record({ title: 'x', resource_id: 'a', kind: 'demand', not_before: fromHour(from) } as never),
  ).rejects.toThrow('demand.resource_id')
})

it('a stopped loop, a fix in code and a published price lead to a signed statement that verifies', async () => {
  const hours = Array.from({ length: to - from + 744 }, (_, index) => from - 744 + index)
  const { database, warehouse, scope } = kept.world
  await writePoints(
    warehouse,
    scope,
    (function* () {
      for (const hour of hours) {
        yield {
          ...{ resource_id: 'lb', metric: 'requests', unit: 'req/s', at: fromHour(hour), seconds: 3600 },
          value: requests(hour) / 3600,
        }
      }
    })(),
    1,
  )
  await kept.client.savings.record({
    ...{ title: 'Cache in the API', resource_id: 'api', kind: 'demand', not_before: fromHour(fix), evidence: 'PR 12' },
    demand: { resource_id: 'lb', metric: 'requests' },
  })
  await kept.client.savings.record({
    ...{ title: 'Gone', resource_id: 'gone', kind: 'terminate', not_before: fromHour(from - 24), evidence: '' },
  })
  const halved = { sku: 'large', currency: 'USD', hour: fromHour(from + 360), price: '0.05', source: 'price list' }
  await kept.client.savings.recordPrice(halved)
  expect((await kept.otherClient.savings.priceNotices({})).data).toEqual([])
  await deliver(kept, bill)
  await runSavings(
    savingsDeps(kept.server.services, (customer, month, currency) => ruleFor(database, customer, month, currency)),
    scope,
  )
  const { data: actions } = await kept.client.savings.actions({})
  expect(actions.filter(({ state }) => state === 'waiting').map(({ title, reason }) => [title, reason])).toEqual([])
  const counted = Object.fromEntries(
    actions.flatMap((action) => (action.state === 'counting' ? [[action.title, action]] : [])),
  )
  // 600 an hour as billed, not the measured 650; 2 an hour continued. For one day, from the hour of the drop.
  expect(counted['Loop in resizer stopped']).toMatchObject({ effective_time: fromHour(stop), booked: '7176' })
  // 720 hours of a machine whose price halves after 360 of them, less the ten hours at 0.1 in which the loop made the
  // rest of its service more expensive than before: hourly growth of the group is not billed as saved.
  expect(counted.Gone?.booked).toBe('53')
  const { data: statements } = await kept.client.savings.statements({})
  const response = await fetch(`${kept.url}/v1/savings/statements/${statements[0]?.id}`, {
    headers: kept.headers('own'),
  })
  const statement = (await response.json()) as Statement
  const requestCount = Array.from({ length: to - fix }, (_, index) => requests(fix + index)).reduce((a, b) => a + b, 0)
  const fixed = statement.entries.find(({ action }) => action === counted['Cache in the API']?.id)
  expect(fixed?.part).toBe('modeled')
  expect(Number(fixed?.amount) / 1e9).toBeCloseTo(requestCount * (0.002 - 0.0015) * 0.04, 6)
  expect(statement.entries.filter(({ part }) => part === 'avoidance')).toMatchObject([{ amount: '7176000000000' }])
  // Avoided cost is shown and not billed.
  expect(Number(statement.net)).toBeLessThan(7_176_000_000_000)
  // Under a contract that includes it the fee is a quarter of it more, and its statement records the choice.
  const { currency, period, commission } = statement
  const terms = { ...defaultTerms, bills_avoidance: true as const }
  const order = { month: period, currency, counting: [], loadIds: [], config: defaultConfig }
  const draft = await draftOf(
    savingsDeps(kept.server.services, async () =>
      ruleOfTerms(terms, { id: 'agreed', version: 1, valid_from: period, currency }),
    ),
    scope,
    { ...order, stated: { demand: [], price_notices: [], substitution: { matches: [], shapes: [] } } },
  )
  expect(draft.config).toEqual({ ...defaultConfig, bills_avoidance: true })
  const { data: agreed } = await (
    await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  ).client.commission.preview({ terms, months: 12 })
  const line = agreed.lines.find((candidate) => candidate.period === period)
  expect(Number(line?.fee_then) - Number(commission.fee)).toBeCloseTo(0.25 * 7176, 2)
  const path = join(folder, 'bill.csv')
  writeFileSync(path, bill)
  const result = await verifyStatement({
    ...{ statement, bills: [path], trustedKey: undefined, checkpoints: [], environment: {} },
    signal: new AbortController().signal,
  })
  expect(result).toMatchObject({ agrees: true })
})

it('emails the head of the chain once to billing contacts, as a checkpoint that verify reads', async () => {
  const { services } = kept.server
  const { scope } = kept.world
  await signIn(services, { organizationId: scope.organizationId, role: 'billing_admin', email: 'money@example.com' })
  const emails: Email[] = []
  const deps = {
    ...services,
    config: { ...services.config, smtpUrl: 'smtp://post.example' },
    mail: { ...services.mail, send: async (email: Email) => void emails.push(email) },
  }
  const { data: statements } = await kept.client.savings.statements({})
  await announce(deps, scope, new Set())
  expect(emails.map(({ to }) => to)).toEqual(['money@example.com'])
  const lines = (emails[0]?.text ?? '').split('\n').filter((line) => line.startsWith('{'))
  const checkpoints = lines.map((line) => checkpointSchema.parse(JSON.parse(line)))
  expect(checkpoints).toEqual(
    statements
      .toReversed()
      .map((statement) => ({ period: statement.period, seq: statement.head_seq, hash: statement.head_hash })),
  )
  // The same text is in the data folder, outside the database.
  expect(await openCheckpoints(services.config.dataFolder).read(scope)).toEqual(checkpoints)
  await announce(deps, scope, new Set(checkpoints.map(({ seq, hash }) => `${seq} ${hash}`)))
  expect(emails).toHaveLength(1)
  // A mail server that is down undoes nothing.
  const closed = { ...deps, mail: { ...services.mail, send: () => Promise.reject(new Error('closed')) } }
  await announce({ ...closed, log: { ...services.log, warn: () => {} } as never }, scope, new Set())
})

it('a published price is never changed, a withdrawn one no longer counts, invalid ones are rejected', async () => {
  const { database, scope } = kept.world
  const attempt = database.scoped(scope, (tx) => tx.deleteFrom('savings_price_notice').execute())
  await expect(attempt).rejects.toThrow(/permission denied|append-only/)
  const { data: mistake } = await kept.client.savings.recordPrice({
    ...{ sku: 'mistyped', currency: 'USD', hour: fromHour(from), price: '9.6', source: 'price list' },
  })
  await expect(kept.otherClient.savings.withdrawPrice({ id: mistake.id })).rejects.toThrow('Price not found.')
  await kept.client.savings.withdrawPrice({ id: mistake.id })
  const skus = async () => (await kept.client.savings.priceNotices({})).data.map(({ sku }) => sku)
  expect(await skus()).not.toContain('mistyped')
  await expect(kept.client.savings.withdrawPrice({ id: mistake.id })).rejects.toThrow('Price not found.')
  const rows = await database.scoped(scope, (tx) => tx.selectFrom('savings_price_notice').select('id').execute())
  expect(rows.map(({ id }) => id)).toContain(mistake.id)
  const invalidPrice = { sku: 'x', currency: 'USD', hour: fromHour(from), price: '-1', source: 'x' }
  await expect(kept.client.savings.recordPrice(invalidPrice)).rejects.toThrow('must not be negative')
})
