/** Writes what the detector says now beside what it said before: an incident that goes on is the same incident. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { scopeKey } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { addDays } from '../ledger/span.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { type AnomalyNews, newsOf, toldAfter } from './news-of.ts'
import { toAnomaly } from './row.ts'
import type { AnomaliesSchema } from './schema.ts'

export type JudgedIncident = Omit<
  Anomaly,
  'id' | 'excess' | 'feedback' | 'feedback_by' | 'feedback_note' | 'detected_at' | 'status'
> & { status: 'open' | 'over' }

interface Saved {
  fresh: number
  renewed: number
  withdrawn: number
}

type Tell = (anomaly: Anomaly, news: AnomalyNews) => NewNotification | null

/** Days between two incidents of one scope that are still one happening. */
const pause = 3

export async function saveIncidents(
  database: Database,
  scope: Scope,
  incidents: readonly JudgedIncident[],
  { now, tell }: { now: Date; tell: Tell },
): Promise<Saved> {
  return database.scoped(scope, async (tx) => {
    // Two judgements of one organisation follow each other: the later one finds what the former wrote.
    await tx
      .insertInto('anomaly_settings')
      .values({ organization_id: scope.organizationId, least_daily_excess: '5', tell_from: 'medium', judged_at: now })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ judged_at: now }))
      .execute()
    const known = await tx.selectFrom('anomaly').selectAll().forUpdate().execute()
    const taken = new Set<string>()
    const saved: Saved = { fresh: 0, renewed: 0, withdrawn: 0 }
    for (const incident of incidents) {
      const before = known.find((row) => !taken.has(row.id) && isSame(row, incident))
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
      if (before) {
        taken.add(before.id)
        saved.renewed += 1
        const row = await tx
          .updateTable('anomaly')
          .set(values)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await tellNews(tx, scope, row, tell)
        continue
      }
      const row = await tx
        .insertInto('anomaly')
        .values({ ...values, organization_id: scope.organizationId, detected_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      taken.add(row.id)
      saved.fresh += 1
      await tellNews(tx, scope, row, tell)
    }
    for (const row of known) {
      if (taken.has(row.id) || row.status === 'withdrawn') continue
      saved.withdrawn += 1
      const gone = await tx
        .updateTable('anomaly')
        .set({ status: 'withdrawn', changed_at: now })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await tellNews(tx, scope, gone, tell)
    }
    return saved
  })
}

/** What was told stands with it. */
async function tellNews(tx: ScopedTransaction, scope: Scope, row: Selectable<AnomaliesSchema['anomaly']>, tell: Tell) {
  const news = newsOf(row)
  const words = news && tell(toAnomaly(row), news)
  if (!news || !words) return
  await addNotification(tx, scope, words)
  await tx.updateTable('anomaly').set(toldAfter(news, row)).where('id', '=', row.id).execute()
}

type Place = Pick<Anomaly, 'scope' | 'currency' | 'direction' | 'first_day' | 'last_day'>

/** The same money off in the same direction at the same time, in the same place or one within the other. */
function isSame(one: Place, other: Place): boolean {
  if (one.currency !== other.currency || one.direction !== other.direction) return false
  const [outer, inner] = one.scope.length <= other.scope.length ? [one, other] : [other, one]
  const nested =
    scopeKey(one.currency, outer.scope) === scopeKey(one.currency, inner.scope.slice(0, outer.scope.length))
  return nested && one.first_day <= addDays(other.last_day, pause) && other.first_day <= addDays(one.last_day, pause)
}
