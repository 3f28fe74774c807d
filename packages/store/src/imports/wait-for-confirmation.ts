/** An import that waits for confirmation: stored completely, so that no restart or sweep changes what is confirmed. */
import type { ImportLoss } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { PendingPublication } from '../loads/pending-publication.ts'
import { addNotification } from '../notifications/add.ts'

/** Long enough for a vacation; a restated month arrives at most daily, so newer imports exist by then. */
const confirmationDays = 14

export async function waitForConfirmation(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  { publication, losses, now }: { publication: PendingPublication; losses: ImportLoss[]; now: Date },
): Promise<void> {
  const expires = new Date(now.getTime() + confirmationDays * dayMs)
  const { sources, progress } = await tx
    .selectFrom('import')
    .select(['sources', 'progress'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('import')
    .set({
      status: 'needs_confirmation',
      error: '',
      notes: JSON.stringify(publication.notes),
      losses: JSON.stringify(losses),
      pending_publication: JSON.stringify(publication),
      reconciliation: JSON.stringify(publication.reconciliation),
      expires_at: expires,
      progress: JSON.stringify({
        ...progress,
        stage: 'waiting',
        rows_read: publication.progress.rows,
        seconds_left: null,
      }),
    })
    .where('id', '=', importId)
    .execute()
  await addNotification(tx, scope, {
    kind: 'import_failed',
    title: `${sources.length === 1 ? sources[0]?.name : `${sources.length} files`} needs confirmation`,
    body: `${summarizeLosses(losses)} Nothing was changed. Import it anyway or discard it by ${utcDay(expires)}.`,
    href: `/integrations?import=${importId}`,
    thread: `import:${importId}`,
    alerts: [{ kind: 'import_failed', severity: 'high', amount: null, currency: null, labels: {} }],
  })
}

const maxSentences = 3

/** "2026-09, AWS 111: 37 rows instead of 740 (95% fewer)." for the first losses, and how many more there are. */
export function summarizeLosses(losses: ImportLoss[]): string {
  const sentences = losses.slice(0, maxSentences).map(({ billing_period, account, summary }) => {
    const location = [billing_period?.slice(0, 7), account].filter(Boolean).join(', ')
    return location ? `${location}: ${summary}` : summary
  })
  const more = losses.length - maxSentences
  return [...sentences, ...(more > 0 ? [`${more} more.`] : [])].join(' ')
}
