/** The billing export in BigQuery, as a connection reads it: its months are imported like scheduled exports. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, CostReportSource } from '@kept/domain/sync/port.ts'
import type { GcpSession } from '../session.ts'
import { billingExportAddress, parseExportName } from './export-name.ts'
import { listExportMonths } from './list-months.ts'
import { billingExportPermissions, billingExportUnlock } from './permissions.ts'
import { dryRun } from './query.ts'
import { leastBilledBytes, nanosOfQuery } from './query-cost.ts'
import { readMonthLines } from './read-month.ts'
import { type QuerySettings, summaryQuery } from './summaries.ts'
import { findExportTables } from './tables.ts'

const about = { dataset: 'exports', unlocks: billingExportUnlock } as const

/** `text` is what a person entered: "project.dataset". */
export function billingExportSource(session: GcpSession, text: string): CostReportSource {
  return {
    address: billingExportAddress(text),
    accountId: text,
    title: 'Billing export',
    label: `the billing export ${text}`,
    list: ({ since, leftNanos }) =>
      listExportMonths(session, parseExportName(text), { since, settings: settingsOf(session, text, leftNanos) }),
    capability: capabilityOf,
  }
}

/** The lines of one file of the export; `leftNanos` is what its queries may cost. Throws a `SyncFailure`. */
export function readBillingExport(
  session: GcpSession,
  text: string,
  { path, leftNanos }: { path: string; leftNanos: number },
): AsyncGenerator<string> {
  return readMonthLines(session, parseExportName(text), { path, settings: settingsOf(session, text, leftNanos) })
}

/** What a check says of it: finds the tables, and asks whether they may be queried, which costs nothing. */
export async function checkBillingExport(
  session: GcpSession,
  text: string,
): Promise<{ capability: CheckedCapability; error: string }> {
  try {
    const settings = settingsOf(session, text, nanosOfQuery(leastBilledBytes))
    for (const table of await findExportTables(session, parseExportName(text)))
      await dryRun(session, summaryQuery(table, undefined, settings))
    return { capability: capabilityOf(undefined), error: '' }
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    return { capability: capabilityOf(error), error: error.kind === 'denied' ? '' : error.message }
  }
}

/** Queries run in the quota project where one was entered, else beside the export, where BigQuery is enabled. */
function settingsOf(session: GcpSession, text: string, leftNanos: number): QuerySettings {
  const before = session.chargedNanos()
  return {
    jobProject: session.access.quota_project ?? parseExportName(text).project,
    maxNanos: () => leftNanos - (session.chargedNanos() - before),
  }
}

function capabilityOf(failure: SyncFailure | undefined): CheckedCapability {
  const missing = failure?.kind === 'denied' ? [failure.action] : []
  return {
    ...about,
    state: failure === undefined ? 'complete' : 'missing',
    actions: billingExportPermissions.map(({ action }) => action),
    missing,
    statement: missing.length > 0 ? `includedPermissions:\n${missing.map((action) => `- ${action}`).join('\n')}` : '',
    reason: failure?.message ?? '',
  }
}
