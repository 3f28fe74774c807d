/** The demo a day later, at the end of a month, after a kill, and with bills of a user. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seedDemoBudgets } from './budgets/seed-demo-budgets.ts'
import { type RenewalDeps, renewDemo } from './demo/renew-demo.ts'
import { type ImportBill, seedDemo } from './demo/seed-demo.ts'
import { startImport } from './imports/start-import.ts'
import { renewDemoAuditLog } from './people/seed-demo-people.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let scope: { organizationId: string }
// In the past, or the sweep would take a file that is being written for an old one.
let clock = Date.parse('2025-11-29T09:00:00Z')
let deps: RenewalDeps
/** What is tested is the end of the bill; the whole one takes three times as long to evaluate, at each of its renewals. */
const days = 100
const took: string[] = []

beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  const { services } = kept.server
  services.config.demo = true
  const { id } = await ensureOrganization(kept.world.database, { slug: 'demo', name: 'Demo', demo: true })
  scope = { organizationId: id }
  const importBill: ImportBill = (scope, uploads) =>
    startImport(services, formats, scope, { uploads, urls: [], accept_smaller: true })
  deps = {
    importBill,
    takeActivity: async (_scope, world) => void took.push(world.days.at(-1)?.date ?? ''),
    setBudgets: (scope) => seedDemoBudgets(services, scope),
    renewAuditLog: (scope) => renewDemoAuditLog(services, scope),
  }
  await seedDemo(services, scope, importBill, { days })
  await done()
}, 300_000)
afterAll(() => kept.close())

const renew = () => renewDemo(kept.server.services, scope, deps)
const imports = async () => (await listImports(kept.world.database, scope, { page: 1, page_size: 50 })).imports

async function done(): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const { status, progress } of await imports()) expect([status, progress.stage]).toEqual(['done', 'done'])
    },
    { timeout: 240_000, interval: 250 },
  )
}

/** Costs by month, as shown to a user. */
async function months(): Promise<Record<string, string>> {
  const { client } = await createTestUser(kept, {
    name: 'viewer',
    in: scope,
    role: 'user',
    emailDomain: 'viewers.example',
  })
  const range = { start_date: '2025-08-01', end_date: '2026-02-01' }
  const { rows } = (await client.costs.query({ ...range, measures: ['effective'], grain: 'month' })).data
  return Object.fromEntries(
    rows.filter(({ currency }) => currency === 'USD').map(({ period, values }) => [period, `${values.effective}`]),
  )
}

it('is up to date on the day it was created', async () => {
  expect(await renew()).toBe('up to date')
})

it('continues across the end of a month; older months stay as billed', async () => {
  const before = await months()
  clock = Date.parse('2025-12-03T00:07:00Z')
  expect(await renew()).toBe('renewed')
  // Concurrent readers see the old months or the new ones.
  expect(await renew()).toBe('under way')
  await done()
  expect((await currentLedger(kept.world.database, scope)).availableSpan?.to).toBe('2025-12-03')
  const after = await months()
  expect(after['2025-09-01']).toBe(before['2025-09-01'])
  expect(Number(after['2025-12-01'])).toBeGreaterThan(100)
  expect(Number(after['2025-11-01'])).toBeGreaterThan(Number(before['2025-11-01']))
  expect(took).toEqual(['2025-12-02'])
  expect(await renew()).toBe('up to date')
  const first = northwind({ ...demoOptions, until: '2025-11-29', days }).days[0]?.date
  expect((await currentLedger(kept.world.database, scope)).availableSpan?.from).toBe(first)
}, 300_000)

it('starts again after it was killed in the middle, and restores budgets', async () => {
  clock = Date.parse('2025-12-04T00:07:00Z')
  const before = (await imports()).length
  await kept.world.database.scoped(scope, (tx) => tx.deleteFrom('budget').execute())
  const killed = { ...deps, importBill: async () => Promise.reject(new Error('killed here')) }
  await expect(renewDemo(kept.server.services, scope, killed)).rejects.toThrow('killed here')
  expect(await imports()).toHaveLength(before)
  expect(await renew()).toBe('renewed')
  await done()
  expect((await currentLedger(kept.world.database, scope)).availableSpan?.to).toBe('2025-12-04')
  const budgets = await kept.world.database.scoped(scope, (tx) => tx.selectFrom('budget').select('name').execute())
  expect(budgets.map(({ name }) => name).toSorted()).toEqual(['All clouds', 'Google Cloud'])
}, 300_000)

it('leaves bills alone that were imported by the command line', async () => {
  const id = randomUUID()
  const text = `BilledCost,EffectiveCost,ListCost,ContractedCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ProviderName,ServiceName
7,7,7,7,USD,operator,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,2024-03-01T00:00:00Z,2024-03-01T01:00:00Z,Usage,AWS,Compute
`
  writeFileSync(join(kept.server.services.folder.uploads, id), text)
  await recordUpload(kept.world.database, scope, { id, name: 'own.csv', bytes: text.length, sha256: '0'.repeat(64) })
  await startImport(kept.server.services, formats, scope, { uploads: [id], urls: [] })
  await done()
  clock = Date.parse('2025-12-05T00:07:00Z')
  expect(await renew()).toBe('holds other bills')
  expect((await currentLedger(kept.world.database, scope)).availableSpan).toMatchObject({
    from: '2024-03-01',
    to: '2025-12-04',
  })
})
