import { type Anomaly, type AnomalySeverity, anomalySeverities } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Database } from '../database/connect.ts'
import { toAnomaly } from './row.ts'

interface AnomalyFilter {
  /** This severity and higher. */
  from?: AnomalySeverity | undefined
  /** Days; `endDate` is the day after the last one. */
  startDate?: string | undefined
  endDate?: string | undefined
}

const maxAnomalies = 500

/** Incidents that overlap these days, newest first, without withdrawn ones. */
export async function listAnomalies(database: Database, scope: Scope, filter: AnomalyFilter): Promise<Anomaly[]> {
  const rows = await database.scoped(scope, (tx) => {
    let query = tx.selectFrom('anomaly').selectAll().where('status', '!=', 'withdrawn')
    const { from, startDate, endDate } = filter
    if (from) query = query.where('severity', 'in', anomalySeverities.slice(anomalySeverities.indexOf(from)))
    if (startDate) query = query.where('last_day', '>=', startDate)
    if (endDate) query = query.where('first_day', '<', endDate)
    return query.orderBy('last_day', 'desc').orderBy('first_day', 'desc').orderBy('id').limit(maxAnomalies).execute()
  })
  return rows.map(toAnomaly)
}

interface AnomalySettings {
  min_daily_excess: string
  notify_from: AnomalySeverity
  evaluated_at: string | null
}

/** As set by the organization, else the default. */
export async function readAnomalySettings(database: Database, scope: Scope): Promise<AnomalySettings> {
  const row = await database.scoped(scope, (tx) => tx.selectFrom('anomaly_settings').selectAll().executeTakeFirst())
  return {
    min_daily_excess: decimal(row?.min_daily_excess ?? '5'),
    notify_from: row?.notify_from ?? 'medium',
    evaluated_at: row?.evaluated_at?.toISOString() ?? null,
  }
}

export async function writeAnomalySettings(
  database: Database,
  scope: Scope,
  settings: Pick<AnomalySettings, 'min_daily_excess' | 'notify_from'>,
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('anomaly_settings')
      .values({ organization_id: scope.organizationId, ...settings })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(settings))
      .execute(),
  )
}
