/** Imports, recommendations, savings, commission, connections. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dismissRecommendation } from '@kept/store/recommendations/dismiss.ts'
import { finished, upload } from '../../imports/testing/deliver.ts'
import { smallBill } from '../../imports/testing/small-bill.ts'
import { plantAction } from '../plant-savings.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'
import { settledRecommendation } from './settled-recommendation.ts'

const killedAfterEach = elsewhere('acknowledged.test.ts kills Kept after it')

let account = 0
const monthOf = (days: number, account: string) =>
  smallBill(Array.from({ length: days }, (_, index) => ({ account, day: index + 1, billed: '2' })))

async function importBill({ url, client, headers }: Bench, text: string): Promise<string> {
  const uploaded = await upload({ url, client, headers: () => headers }, text, `${randomUUID()}.csv`)
  const { data } = await client.imports.create({ uploads: [uploaded] })
  return (await finished(client, data.id)).id
}

/** An import that waits for confirmation: nine days over a complete month. */
async function importSmaller(bench: Bench): Promise<string> {
  account += 1
  await importBill(bench, monthOf(30, `waiting-${account}`))
  return importBill(bench, monthOf(9, `waiting-${account}`))
}

/** An import that no worker touches. */
async function plantQueuedImport({ database, scope }: Bench): Promise<string> {
  const counts = { rows_read: 0, rows_per_second: 0, bytes_read: 0, bytes_total: 0 }
  const progress = JSON.stringify({ stage: 'waiting', ...counts, seconds_left: null })
  const values = { organization_id: scope.organizationId, status: 'queued' as const, sources: '[]', inputs: '[]' }
  const { id } = await database.scoped(scope, (tx) =>
    tx
      .insertInto('import')
      .values({ ...values, progress })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

const recommendation = async (bench: Bench) => ({ id: await settledRecommendation(bench) })
/** Dismissed without a request, which would queue an evaluation that no longer sees it. */
const dismissed = async (bench: Bench) => {
  const { id } = await recommendation(bench)
  await dismissRecommendation(bench.database, bench.scope, id, { reason: 'Not now', actorName: 'Ada', now: new Date() })
  return { id }
}

const notice = { sku: 'm5', currency: 'USD', hour: '2026-09-01T00:00:00Z', price: '0.1', source: 'A price list' }
const terms = {
  currency: 'USD',
  mode: 'graduated',
  tiers: [{ from: '0', rate_ppm: 200_000 }],
  monthly_cap: null,
  horizon_months: {},
} as const
const nextMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
}
const bucket = () =>
  ({
    kind: 'gcs',
    name: `Bucket ${randomUUID()}`,
    access_id: 'GOOG1EXAMPLE',
    secret: 'a-secret-of-the-test',
  }) as const

export const costWrites: WriteEntries = {
  'POST /v1/imports': killedAfterEach,
  'POST /v1/uploads': killedAfterEach,
  'POST /v1/imports/{id}/cancel': writes('import', async (bench) => ({ path: { id: await plantQueuedImport(bench) } })),
  'POST /v1/imports/{id}/confirm': writes('cost_load', async (bench) => ({ path: { id: await importSmaller(bench) } })),
  'POST /v1/imports/{id}/discard': writes('import', async (bench) => ({ path: { id: await importSmaller(bench) } })),
  'POST /v1/imports/{id}/undo': writes('cost_load', async (bench) => ({
    path: { id: await importBill(bench, monthOf(1, `undone-${randomUUID()}`)) },
  })),
  'POST /v1/operator/imports': writes('import', ({ headers, services }) => {
    const path = join(services.config.dataFolder, 'local-bill.csv')
    writeFileSync(path, monthOf(1, 'local'))
    return { body: { organization: 'own', paths: [path] }, headers }
  }),
  'PUT /v1/operator/organizations/{slug}': writes('organization', ({ headers }) => ({
    path: { slug: 'created-by-operator' },
    headers,
  })),
  'POST /v1/connections': writes('cloud_connection', () => ({ body: bucket() })),
  'DELETE /v1/connections/{id}': writes('cloud_connection', async ({ admin }) => ({
    path: { id: (await admin.client.connections.create(bucket())).data.id },
  })),
  'POST /v1/cost-optimization/recommendations/{id}/accept': writes('recommendation', async (bench) => ({
    path: await recommendation(bench),
    body: { owner: 'ada@example.com' },
  })),
  'POST /v1/cost-optimization/recommendations/{id}/done': writes('recommendation', async (bench) => ({
    path: await recommendation(bench),
    body: {},
  })),
  'POST /v1/cost-optimization/recommendations/{id}/dismiss': writes('recommendation', async (bench) => ({
    path: await recommendation(bench),
    body: { reason: 'Not now' },
  })),
  'POST /v1/cost-optimization/recommendations/{id}/reopen': writes('recommendation', async (bench) => ({
    path: await dismissed(bench),
  })),
  'POST /v1/savings/actions': writes('savings_action', () => ({
    body: { title: 'Stopped', kind: 'terminate', resource_id: 'i-1', not_before: '2026-09-01T00:00:00Z', evidence: '' },
  })),
  'POST /v1/savings/actions/{id}/withdraw': writes('savings_action', async ({ database, scope }) => ({
    path: { id: await plantAction(database, scope) },
    body: { reason: 'A mistake' },
  })),
  'POST /v1/savings/actions/{id}/replacements': writes('savings_unrelated', async ({ database, scope }) => {
    const id = await plantAction(database, scope)
    await database.scoped(scope, async (tx) => {
      const action = JSON.stringify({ id, kind: 'terminate' })
      await tx
        .updateTable('savings_action')
        .set({ state: 'counting', currency: 'USD', action })
        .where('id', '=', id)
        .execute()
      const replacement = { resource: 'i-2', begins: '2026-09-02T00:00:00Z', hourly_cost: '1', shared: 'Name "api"' }
      const match = { match: 'presumed', actions: [id], replacements: [replacement] }
      const substitution = {
        matches: [{ ...match, baseline_hourly_costs: ['0'], hourly_limit: null }],
        shapes: [],
        uncertain_groups: [],
      }
      const row = { organization_id: scope.organizationId, currency: 'USD', inputs_key: 'k', detected_at: new Date() }
      await tx
        .insertInto('savings_substitution')
        .values({ ...row, substitution: JSON.stringify(substitution) })
        .execute()
    })
    return { path: { id }, body: { resource_id: 'i-2', unrelated: true, reason: 'Another team' } }
  }),
  'POST /v1/savings/price-notices': writes('savings_price_notice', () => ({ body: notice })),
  'DELETE /v1/savings/price-notices/{id}': writes('savings_price_withdrawal', async ({ client }) => ({
    path: { id: (await client.savings.recordPrice({ ...notice, sku: 'm6' })).data.id },
  })),
  'PUT /v1/admin/commission/settings': writes('commission_settings', ({ headers }) => ({
    body: { settings: { ...terms, currency: null }, valid_from: nextMonth() },
    headers,
  })),
  'PUT /v1/admin/commission/customers/{id}': writes('commission_rule', ({ headers, scope }) => ({
    path: { id: scope.organizationId },
    body: { tier: 'own', terms, valid_from: nextMonth() },
    headers,
  })),
  'POST /v1/admin/commission/bulk-update': writes('commission_rule', ({ headers, otherScope }) => ({
    body: { customer_ids: [otherScope.organizationId], tier: 'bulk', terms, valid_from: nextMonth() },
    headers,
  })),
}
