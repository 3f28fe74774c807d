/** Brings the database's tables up to date: numbered, named, forward only, each step in its own transaction. */
import type pg from 'pg'
import type { DatabaseMigration } from './migration.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { imports } from './migrations/0002-imports.ts'
import { findings } from './migrations/0003-findings.ts'
import { loadDatasets } from './migrations/0004-load-datasets.ts'
import { importMapping } from './migrations/0005-import-mapping.ts'
import { identity } from './migrations/0006-identity.ts'
import { people } from './migrations/0007-people.ts'
import { resources } from './migrations/0010-resources.ts'
import { findingLife } from './migrations/0011-finding-life.ts'
import { savings } from './migrations/0012-savings.ts'
import { commission } from './migrations/0013-commission.ts'
import { anomalies } from './migrations/0015-anomalies.ts'
import { budgets } from './migrations/0016-budgets.ts'
import { alerts } from './migrations/0017-alerts.ts'
import { loops } from './migrations/0018-loops.ts'
import { behaviour } from './migrations/0020-behaviour.ts'
import { resourceWords } from './migrations/0021-resource-words.ts'
import { actionSources } from './migrations/0022-action-sources.ts'
import { anomalyTold } from './migrations/0024-anomaly-told.ts'
import { liveRights } from './migrations/0025-live-rights.ts'
import { anomalyLinks } from './migrations/0026-anomaly-links.ts'
import { remediation } from './migrations/0027-remediation.ts'
import { loopWatchers } from './migrations/0028-loop-watchers.ts'
import { behaviourHooks } from './migrations/0030-behaviour-hooks.ts'
import { managedSchedules } from './migrations/0031-managed-schedules.ts'
import { newsletter } from './migrations/0032-newsletter.ts'
import { status } from './migrations/0033-status.ts'
import { metricsTold } from './migrations/0034-metrics-told.ts'
import { letters } from './migrations/0035-letters.ts'
import { priceWithdrawals } from './migrations/0040-price-withdrawals.ts'
import { substitution } from './migrations/0041-substitution.ts'
import { importConfirmation } from './migrations/0043-import-confirmation.ts'
import { demoVisits } from './migrations/0044-demo-visits.ts'
import { cloudConnections } from './migrations/0046-cloud-connections.ts'
import { operatorPermissionsMigration } from './migrations/0047-operator-permissions.ts'
import { notificationReads } from './migrations/0048-notification-reads.ts'
import { verifiedDomains } from './migrations/0049-verified-domains.ts'
import { telemetryBatches } from './migrations/0051-telemetry-batches.ts'
import { idempotencyKeys } from './migrations/0059-idempotency-keys.ts'

const migrations: DatabaseMigration[] = [
  foundation,
  imports,
  findings,
  loadDatasets,
  importMapping,
  identity,
  people,
  resources,
  findingLife,
  savings,
  commission,
  anomalies,
  budgets,
  alerts,
  loops,
  behaviour,
  actionSources,
  liveRights,
  anomalyLinks,
  remediation,
  loopWatchers,
  behaviourHooks,
  managedSchedules,
  newsletter,
  status,
  anomalyTold,
  resourceWords,
  metricsTold,
  letters,
  priceWithdrawals,
  substitution,
  importConfirmation,
  cloudConnections,
  operatorPermissionsMigration,
  notificationReads,
  verifiedDomains,
  telemetryBatches,
  idempotencyKeys,
  demoVisits,
]

/** Any number: it only has to be the same for every Kept that migrates one database. */
const migrationLock = 7_253_001

/** Takes the steps that are missing and returns their names. Several processes may call it at once. */
export async function migrateDatabase(client: pg.ClientBase): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, taken_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration')
    const missing = migrations.filter(({ name }) => !rows.some((row) => row.name === name))
    for (const migration of missing) await take(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}

async function take(client: pg.ClientBase, { name, statements }: DatabaseMigration): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('INSERT INTO schema_migration (name) VALUES ($1)', [name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
