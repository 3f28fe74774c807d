/** Applies the database's missing migrations: numbered, named, forward only, each in its own transaction. */
import type pg from 'pg'
import { checkApplied } from '../check-applied.ts'
import type { DatabaseMigration } from './migration.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { auditChain } from './migrations/0002-audit-chain.ts'
import { billing } from './migrations/0003-billing.ts'
import { billingRail } from './migrations/0004-billing-rail.ts'
import { cloudSync } from './migrations/0005-cloud-sync.ts'
import { reconciliationCustomer } from './migrations/0006-reconciliation-customer.ts'
import { billingAlerts } from './migrations/0007-billing-alerts.ts'
import { billingLogo } from './migrations/0008-billing-logo.ts'
import { securityPolicies } from './migrations/0009-security-policies.ts'
import { securityIncidents } from './migrations/0010-security-incidents.ts'
import { plannedActions } from './migrations/0011-planned-actions.ts'
import { recommendationActions } from './migrations/0012-recommendation-actions.ts'
import { inboxAndSavedViews } from './migrations/0013-inbox-and-saved-views.ts'
import { savedReports } from './migrations/0014-saved-reports.ts'
import { securityScans } from './migrations/0015-security-scans.ts'
import { complianceEvidence } from './migrations/0016-compliance-evidence.ts'
import { autopilot } from './migrations/0017-autopilot.ts'
import { moreClouds } from './migrations/0018-more-clouds.ts'
import { deletion } from './migrations/0019-deletion.ts'
import { retentionAndRoles } from './migrations/0020-retention-and-roles.ts'
import { singleSignOn } from './migrations/0021-single-sign-on.ts'
import { serverProcesses } from './migrations/0022-server-processes.ts'
import { actionFigures } from './migrations/0023-action-figures.ts'
import { costAnnotations } from './migrations/0024-cost-annotations.ts'
import { accessReviews } from './migrations/0025-access-reviews.ts'
import { requiredTags } from './migrations/0026-required-tags.ts'
import { scheduledExports } from './migrations/0027-scheduled-exports.ts'
import { demoAuditLog } from './migrations/0028-demo-audit-log.ts'
import { customRolesAtEntry } from './migrations/0029-custom-roles-at-entry.ts'
import { accessReviewSchedule } from './migrations/0030-access-review-schedule.ts'
import { storageMeasurements } from './migrations/0032-storage-measurements.ts'
import { auditStreams } from './migrations/0033-audit-streams.ts'
import { appendAuditEvent } from './migrations/0034-append-audit-event.ts'
import { dataVersion } from './migrations/0035-data-version.ts'
import { tickets } from './migrations/0036-tickets.ts'
import { profilePictures } from './migrations/0037-profile-pictures.ts'
import { relationUses } from './migrations/0038-relation-uses.ts'
import { demoSandbox } from './migrations/0040-demo-sandbox.ts'
import { slackPeople } from './migrations/0041-slack-people.ts'
import { unusedAccess } from './migrations/0042-unused-access.ts'
import { securityScores } from './migrations/0043-security-scores.ts'
import { securityOwners } from './migrations/0044-security-owners.ts'
import { demoVisitVersion } from './migrations/0045-demo-visit-version.ts'
import { auditDays } from './migrations/0046-audit-days.ts'
import { pullRequests } from './migrations/0047-pull-requests.ts'
import { securityUpkeep } from './migrations/0048-security-upkeep.ts'
import { incidentAttachments } from './migrations/0049-incident-attachments.ts'
import { accessMethod } from './migrations/0050-access-method.ts'
import { approvalsOfEverything } from './migrations/0051-approvals-of-everything.ts'
import { loopVersion } from './migrations/0052-loop-version.ts'
import { securityAlertsMigration } from './migrations/0053-security-alerts.ts'
import { accountDeletionFrom } from './migrations/0054-account-deletion-from.ts'
import { listPrices } from './migrations/0055-list-prices.ts'
import { gracePeriods } from './migrations/0056-grace-periods.ts'
import { deletionRecord } from './migrations/0057-deletion-record.ts'
import { importErrorCode } from './migrations/0058-import-error-code.ts'
import { stateSeen } from './migrations/0059-state-seen.ts'
import { signInGroups } from './migrations/0060-sign-in-groups.ts'
import { eraseLedger } from './migrations/0061-erase-ledger.ts'
import { billedProviders } from './migrations/0062-billed-providers.ts'
import { gitlabTickets } from './migrations/0063-gitlab-tickets.ts'

const migrations: DatabaseMigration[] = [
  baseline,
  auditChain,
  billing,
  billingRail,
  cloudSync,
  reconciliationCustomer,
  billingAlerts,
  billingLogo,
  securityPolicies,
  securityIncidents,
  plannedActions,
  recommendationActions,
  inboxAndSavedViews,
  savedReports,
  securityScans,
  complianceEvidence,
  autopilot,
  moreClouds,
  deletion,
  retentionAndRoles,
  singleSignOn,
  serverProcesses,
  actionFigures,
  costAnnotations,
  accessReviews,
  requiredTags,
  scheduledExports,
  demoAuditLog,
  customRolesAtEntry,
  accessReviewSchedule,
  storageMeasurements,
  auditStreams,
  appendAuditEvent,
  dataVersion,
  tickets,
  profilePictures,
  relationUses,
  demoSandbox,
  slackPeople,
  unusedAccess,
  securityScores,
  securityOwners,
  demoVisitVersion,
  auditDays,
  pullRequests,
  securityUpkeep,
  incidentAttachments,
  accessMethod,
  approvalsOfEverything,
  loopVersion,
  securityAlertsMigration,
  accountDeletionFrom,
  listPrices,
  gracePeriods,
  deletionRecord,
  importErrorCode,
  stateSeen,
  signInGroups,
  eraseLedger,
  billedProviders,
  gitlabTickets,
]

/** The migrations that this version of Kept knows. */
export const databaseMigrationNames: readonly string[] = migrations.map(({ name }) => name)

/** An arbitrary number, the same for every Kept that migrates a database. */
const migrationLock = 7_253_001

/**
 * Applies the missing migrations and returns their names. Several processes may call it at once. `location` names the
 * database in errors, such as `The database in /var/lib/kept/postgres`. With `upTo`, only these are applied: a backup is
 * restored into the tables it was taken from, which are migrated afterwards.
 */
export async function migrateDatabase(
  client: pg.ClientBase,
  location: string,
  upTo?: readonly string[],
): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migration')
    const applied = rows.map(({ name }) => name)
    checkApplied(applied, databaseMigrationNames, location)
    const missing = migrations.filter(({ name }) => !applied.includes(name) && (upTo?.includes(name) ?? true))
    for (const migration of missing) await applyMigration(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock])
  }
}

async function applyMigration(client: pg.ClientBase, { name, statements }: DatabaseMigration): Promise<void> {
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
