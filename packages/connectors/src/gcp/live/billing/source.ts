/** The billing export in BigQuery, as a connection reads it: its months are imported like scheduled exports. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, CostReportSource } from '@kept/domain/sync/port.ts'
import type { GcpSession } from '../session.ts'
import { billingExportAddress, parseExportName } from './export-name.ts'
import { type BigQuery, dryRun } from './job.ts'
import { listExportMonths } from './list-months.ts'
import { billingExportPermissions, billingExportUnlock } from './permissions.ts'
import { limitReached } from './query-cost.ts'
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
      listExportMonths(session, parseExportName(text), {
        since,
        settings: settingsOf(session, text, spendOf(session, leftNanos)),
      }),
    capability: capabilityOf,
  }
}

/**
 * The lines of one file of the export. What is read again for the same `owner` on the same day is the same query, which
 * costs nothing. Throws a `SyncFailure`.
 */
export function readBillingExport(
  session: GcpSession,
  text: string,
  { path, owner, spend }: { path: string; owner: string; spend: BigQuery['spend'] },
): AsyncGenerator<string> {
  return readMonthLines(session, parseExportName(text), { path, owner, settings: settingsOf(session, text, spend) })
}

/** What a check says of it: finds the tables, and asks whether they may be queried, which costs nothing. */
export async function checkBillingExport(
  session: GcpSession,
  text: string,
): Promise<{ capability: CheckedCapability; error: string }> {
  try {
    const settings = settingsOf(session, text, async () => undefined)
    const request = { since: undefined, settledMs: session.nowMs() }
    for (const table of await findExportTables(session, parseExportName(text)))
      await dryRun(session, summaryQuery(table, request, settings))
    return { capability: capabilityOf(undefined), error: '' }
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    return { capability: capabilityOf(error), error: error.kind === 'denied' ? '' : error.message }
  }
}

/** Queries run in the quota project of the connection; without one, in the project of the export, which has BigQuery enabled. */
function settingsOf(session: GcpSession, text: string, spend: BigQuery['spend']): QuerySettings {
  return { jobProject: session.access.quota_project ?? parseExportName(text).project, spend }
}

/** Counts in the session what queries cost, up to what is left. */
function spendOf(session: GcpSession, leftNanos: number): BigQuery['spend'] {
  const before = session.chargedNanos()
  return async (nanos) => {
    if (nanos > 0 && session.chargedNanos() - before + nanos > leftNanos) throw limitReached()
    session.charge(nanos)
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
