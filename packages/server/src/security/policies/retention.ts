/** The retention policy: what it would delete, when it begins, and the nightly deletion. */
import type { Scope } from '@kept/domain/scope.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import { type RetentionData, retentionData, retentionSettings } from '@kept/domain/security-policy-kinds.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { eraseAuditPage } from '@kept/store/audit/erase.ts'
import { olderThan } from '@kept/store/audit/erasure-conditions.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { findPolicyOfKind } from '@kept/store/security/policies.ts'
import {
  countExpired,
  countExpiredEvents,
  deleteExpired,
  readRetentionStart,
  setRetentionStart,
} from '@kept/store/security/retention.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import * as z from 'zod'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Days between enabling or tightening the policy and its first deletion. */
const NOTICE_DAYS = 7

interface RetentionDeps {
  database: Database
  warehouse: Warehouse
  now(): Date
}

interface Expiry {
  data: RetentionData
  /** The first day that stays, in UTC. */
  before: string
}

function expiriesOf(settings: PolicySettings, now: Date): Expiry[] {
  return retentionData.flatMap((data) => {
    const days = settings[retentionSettings[data]]
    return days ? [{ data, before: utcDay(now.getTime() - days * dayMs) }] : []
  })
}

/** What the policy would delete today. */
export async function previewRetention(
  { database, warehouse, now }: RetentionDeps,
  scope: Scope,
  settings: PolicySettings,
): Promise<(Expiry & { rows: number })[]> {
  return Promise.all(
    expiriesOf(settings, now()).map(async ({ data, before }) => {
      const rows =
        data === 'audit'
          ? await database.scoped(scope, (tx) => countExpiredEvents(tx, startOf(before)))
          : await countExpired(warehouse, scope, data, before)
      return { data, before, rows }
    }),
  )
}

/** A policy that deletes more than before begins in a week, and everyone is notified. */
export async function beginRetention(
  tx: ScopedTransaction,
  { before, after, at }: { before: PolicySettings | null; after: PolicySettings; at: Date },
): Promise<void> {
  const isTighter = retentionData.some((data) => {
    const [earlier, later] = [before?.[retentionSettings[data]], after[retentionSettings[data]]]
    return later !== undefined && later < (earlier ?? Infinity)
  })
  if (!isTighter) return
  const start = new Date(at.getTime() + NOTICE_DAYS * dayMs)
  await setRetentionStart(tx, start)
  const scope = { organizationId: tx.scopedTo }
  await addNotification(tx, scope, {
    kind: 'data_retention',
    title: `Old data is deleted from ${utcDay(start.getTime())} on`,
    body: 'An admin enabled or tightened the retention policy. Export what you need before then.',
    href: '/security?tab=policies',
  })
}

export const retentionJob = defineJob({
  name: 'data-retention',
  input: z.object({}),
  retries: 2,
  cron: '47 3 * * *',
  async run(_input, deps: RetentionDeps, signal) {
    await forEachOrganization(deps.database, signal, (scope) => applyRetention(deps, scope, signal))
  },
})

/** Deletes what has expired. Does nothing before the notice has ended. */
export async function applyRetention(deps: RetentionDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const { database, warehouse, now } = deps
  const policy = await database.scoped(scope, (tx) => findPolicyOfKind(tx, 'retention'))
  const start = await readRetentionStart(database, scope)
  if (!policy?.enabled || start === null || start > now()) return
  for (const { data, before } of expiriesOf(policy.settings, now())) {
    signal?.throwIfAborted()
    if (data === 'audit') await eraseExpiredEvents(deps, scope, startOf(before), signal)
    else await deleteExpired(warehouse, scope, data, before)
  }
}

/** The events stay with their hashes; what they say is erased. */
async function eraseExpiredEvents(
  { database, now }: RetentionDeps,
  scope: Scope,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let erased = 1; erased > 0; ) {
    signal?.throwIfAborted()
    const page = { which: olderThan(before), reason: 'retention', at: now() } as const
    erased = await database.scoped(scope, (tx) =>
      eraseAuditPage(tx, {
        ...page,
        erase: (event) => ({
          ...event,
          ...{ actor_id: null, actor_name: 'Erased', resource_id: null, resource_name: null },
          ...{ summary: 'Erased after the retention period.', ip: null, user_agent: null, request_id: null },
          ...{ session_id: undefined, before: null, after: null, details: {} },
        }),
      }),
    )
  }
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
