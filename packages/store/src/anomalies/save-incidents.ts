/** Stores the detector's latest result; an incident that continues keeps its id. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { scopeKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { type AnomalyNews, newsOf, notifiedAfter } from './news-of.ts'
import { toAnomaly } from './row.ts'
import type { AnomaliesSchema } from './schema.ts'

export type EvaluatedIncident = Omit<
  Anomaly,
  'id' | 'excess' | 'feedback' | 'feedback_by' | 'feedback_note' | 'detected_at' | 'status'
> & { status: 'open' | 'over' }

interface Saved {
  created: number
  renewed: number
  withdrawn: number
}

type AnomalyRow = Selectable<AnomaliesSchema['anomaly']>

type ToNotification = (anomaly: Anomaly, update: AnomalyNews) => NewNotification | null

/** Two incidents of one scope at most this many days apart are the same incident. */
const pause = 3

export async function saveIncidents(
  database: Database,
  scope: Scope,
  incidents: readonly EvaluatedIncident[],
  { now, toNotification }: { now: Date; toNotification: ToNotification },
): Promise<Saved> {
  return database.scoped(scope, async (tx) => {
    await lockEvaluation(tx, scope, now)
    const existing = await tx.selectFrom('anomaly').selectAll().forUpdate().execute()
    const matchedIds = new Set<string>()
    const saved: Saved = { created: 0, renewed: 0, withdrawn: 0 }
    for (const incident of incidents) {
      const before = existing.find((row) => !matchedIds.has(row.id) && isSame(row, incident))
      const row = await writeIncident(tx, scope, incident, { id: before?.id, now })
      matchedIds.add(row.id)
      saved[before ? 'renewed' : 'created'] += 1
      await notifyNews(tx, scope, row, toNotification)
    }
    for (const row of existing) {
      if (matchedIds.has(row.id) || row.status === 'withdrawn') continue
      saved.withdrawn += 1
      await notifyNews(tx, scope, await withdraw(tx, row.id, now), toNotification)
    }
    return saved
  })
}

/** Evaluations of one organization run one after the other, so the later one sees what the earlier one wrote. */
async function lockEvaluation(tx: ScopedTransaction, { organizationId }: Scope, now: Date): Promise<void> {
  await tx
    .insertInto('anomaly_settings')
    .values({ organization_id: organizationId, min_daily_excess: '5', notify_from: 'medium', evaluated_at: now })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ evaluated_at: now }))
    .execute()
}

/** Replaces the incident with this id, or creates one. */
function writeIncident(
  tx: ScopedTransaction,
  { organizationId }: Scope,
  incident: EvaluatedIncident,
  { id, now }: { id: string | undefined; now: Date },
): Promise<AnomalyRow> {
  const values = {
    ...incident,
    scope: JSON.stringify(incident.scope),
    days: JSON.stringify(incident.days),
    drivers: JSON.stringify(incident.drivers),
    hours: JSON.stringify(incident.hours),
    links: JSON.stringify(incident.links),
    started_at: incident.started_at === null ? null : new Date(incident.started_at),
    changed_at: now,
  }
  if (id !== undefined)
    return tx.updateTable('anomaly').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  return tx
    .insertInto('anomaly')
    .values({ ...values, organization_id: organizationId, detected_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function withdraw(tx: ScopedTransaction, id: string, now: Date): Promise<AnomalyRow> {
  return tx
    .updateTable('anomaly')
    .set({ status: 'withdrawn', changed_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores what was notified with the incident. */
async function notifyNews(tx: ScopedTransaction, scope: Scope, row: AnomalyRow, toNotification: ToNotification) {
  const update = newsOf(row)
  const notification = update && toNotification(toAnomaly(row), update)
  if (!update || !notification) return
  await addNotification(tx, scope, notification)
  await tx.updateTable('anomaly').set(notifiedAfter(update, row)).where('id', '=', row.id).execute()
}

type AnomalyExtent = Pick<Anomaly, 'scope' | 'currency' | 'direction' | 'first_day' | 'last_day'>

/** True when both are about the same costs: same direction, overlapping days, same scope or one inside the other. */
function isSame(anomaly: AnomalyExtent, other: AnomalyExtent): boolean {
  if (anomaly.currency !== other.currency || anomaly.direction !== other.direction) return false
  if (isCharge(anomaly) !== isCharge(other)) return false
  const [outer, inner] = anomaly.scope.length <= other.scope.length ? [anomaly, other] : [other, anomaly]
  const nested =
    scopeKey(anomaly.currency, outer.scope) === scopeKey(anomaly.currency, inner.scope.slice(0, outer.scope.length))
  return (
    nested && anomaly.first_day <= addDays(other.last_day, pause) && other.first_day <= addDays(anomaly.last_day, pause)
  )
}

/** Charges other than usage are no part of the tree of usage. */
function isCharge({ scope }: AnomalyExtent): boolean {
  return scope.some(({ dimension }) => dimension === 'charge_category')
}
