/** For tests: an organization with a canary, a unique word, in all of its data. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { attemptKey } from '@kept/store/imports/attempt.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { TestKept } from '../testing.ts'
import type { TestUser } from './sign-in.ts'

/** Ids of what was planted, for paths. */
export interface Planted {
  recommendation: string
  import: string
  member: string
  invitation: string
  peopleImport: string
  provider: string
}

const noSchedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }

export async function plant(
  kept: Pick<TestKept, 'world' | 'url'>,
  scope: Scope,
  admin: TestUser,
  canary: string,
): Promise<Planted> {
  const { database } = kept.world
  await publishLines(kept.world, scope, `load-${canary}`, billOf(canary))
  await recordUpload(database, scope, { id: randomUUID(), name: `${canary}.csv`, bytes: 1, sha256: canary })
  const imported = await plantImport(database, scope, canary)
  await plantRejectedRows(kept.world, scope, imported, canary)
  const recommendation = await plantRecommendation(database, scope, canary)
  await database.scoped(scope, async (tx) => {
    await tx
      .updateTable('import')
      .set({ progress: JSON.stringify(progress) })
      .execute()
    await tx
      .insertInto('rule_evaluation')
      .values({
        organization_id: scope.organizationId,
        rule: canary,
        recommendations: 1,
        evaluated_count: 1,
        skip_reasons: JSON.stringify([canary]),
        evaluated_at: new Date(),
      })
      .execute()
    // Before the security alerts of what is planted make a channel of the admin's own; of several, the lowest ID is read.
    await tx
      .insertInto('alert_channel')
      .values({
        ...{ id: `00000000-${randomUUID().slice(9)}`, organization_id: scope.organizationId, name: canary },
        ...{ settings: JSON.stringify({ kind: 'slack' }), schedule: JSON.stringify(noSchedule) },
        ...{ secret: canary, host: canary, enabled: false, created_at: new Date(), removed_at: null },
      })
      .execute()
    await addNotification(tx, scope, { kind: 'recommendations', title: canary, body: canary, href: `/${canary}` })
  })
  const { data: invitation } = await admin.client.users.invite({ email: `i@${canary}.example`, full_name: canary })
  await admin.client.apiKeys.create({ name: canary, scopes: ['costs:read'] })
  const { data: provider } = await admin.client.organizations.addIdentityProvider({
    id: scope.organizationId,
    name: canary,
    issuer: `https://${canary}.example`,
    client_id: canary,
    client_secret: canary,
    domains: [`${canary}.example`],
  })
  const file = await fetch(`${kept.url}/v1/users/import?name=${canary}.csv`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'text/csv' },
    body: `email,full_name\np@${canary}.example,${canary}\n`,
  })
  const { data: preview } = (await file.json()) as { data: { id: string } }
  return {
    recommendation,
    import: imported,
    member: admin.userId,
    invitation: invitation.id,
    peopleImport: preview.id,
    provider: provider.id,
  }
}

function billOf(canary: string) {
  return ['2024-03-01', '2024-03-02'].map((day) =>
    lineOn(day, {
      ServiceName: canary,
      ProviderName: canary,
      PublisherName: canary,
      BillingAccountId: canary,
      BillingAccountName: canary,
      SubAccountId: canary,
      SubAccountName: canary,
      RegionId: canary,
      RegionName: canary,
      ResourceId: canary,
      ResourceName: canary,
      ResourceType: canary,
      ChargeDescription: canary,
      SkuId: canary,
      Tags: { [canary]: canary },
      x_columns: { [canary]: canary },
      BilledCost: '1',
      EffectiveCost: '1',
      ListCost: '1',
      ContractedCost: '1',
    }),
  )
}

const progress = {
  stage: 'done',
  rows_read: 0,
  rows_per_second: 0,
  bytes_read: 0,
  bytes_total: 0,
  seconds_left: null,
} as const

async function plantImport(database: Database, scope: Scope, canary: string): Promise<string> {
  const progress = {
    stage: 'done',
    rows_read: 0,
    rows_per_second: 0,
    bytes_read: 0,
    bytes_total: 0,
    seconds_left: null,
  }
  const { id } = await database.scoped(scope, (tx) =>
    tx
      .insertInto('import')
      .values({
        organization_id: scope.organizationId,
        status: 'done',
        sources: JSON.stringify([{ name: canary, bytes: 1, format: null }]),
        inputs: '[]',
        notes: JSON.stringify([canary]),
        progress: JSON.stringify(progress),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

async function plantRejectedRows(
  { warehouse, database }: TestKept['world'],
  scope: Scope,
  importId: string,
  canary: string,
): Promise<void> {
  const { attempt } = await database.scoped(scope, (tx) =>
    tx.selectFrom('import').select('attempt').where('id', '=', importId).executeTakeFirstOrThrow(),
  )
  await warehouse.execute(
    scope,
    `INSERT INTO rejected_row (organization_id, import_id, file, line, column, value, reason, row)
     SELECT {organization_id:UUID}, {key:String}, {canary:String}, 1, {canary:String}, {canary:String}, {canary:String}, {canary:String}`,
    { key: attemptKey(importId, attempt), canary },
  )
}

/** A recommendation that was not evaluated; returns its id. */
export async function plantRecommendation(
  database: Database,
  scope: Scope,
  canary: string = randomUUID(),
): Promise<string> {
  const canaryTexts = Object.fromEntries(
    [
      'rule',
      'fingerprint',
      'title',
      'summary',
      'provider',
      'billing_account_id',
      'sub_account_id',
      'sub_account_name',
      'region',
      'service',
      'resource_id',
      'resource_name',
      'resource_type',
    ].map((column) => [column, canary]),
  ) as Record<'rule' | 'fingerprint' | 'title' | 'summary' | 'provider' | 'billing_account_id', string> &
    Record<'sub_account_id' | 'sub_account_name' | 'region' | 'service', string> &
    Record<'resource_id' | 'resource_name' | 'resource_type', string>
  const now = new Date()
  const { id } = await database.scoped(scope, (tx) =>
    tx
      .insertInto('recommendation')
      .values({
        ...canaryTexts,
        organization_id: scope.organizationId,
        currency: 'USD',
        monthly_savings: '1',
        monthly_savings_low: '1',
        monthly_savings_high: '1',
        monthly_cost: '1',
        confidence: 1,
        effort: 'low',
        risk: 'low',
        evidence: '[]',
        steps: JSON.stringify([canary]),
        status: 'open',
        first_seen_at: now,
        last_seen_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
