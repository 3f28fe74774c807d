import type { ReportRunAnswer } from '@kept/contract/routes/saved-reports.ts'
import { listChannels } from '@kept/store/alerts/channels.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listRuns } from '@kept/store/reports/runs.ts'

/** The history of a report, with the names of channels. */
export async function describeRuns(tx: ScopedTransaction, reportId: string): Promise<ReportRunAnswer[]> {
  const runs = await listRuns(tx, reportId)
  const names = new Map((await listChannels(tx)).map(({ id, name }) => [id, name]))
  return runs.map((run) => ({
    ...run,
    deliveries: run.deliveries.map((delivery) => ({
      ...delivery,
      target: delivery.kind === 'channel' ? (names.get(delivery.target) ?? 'Removed channel') : delivery.target,
    })),
  }))
}
