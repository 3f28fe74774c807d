/** A deletion that did not come about is told to people: it ends in the background, days after they asked for it. */
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'

export async function notifyKept(
  tx: ScopedTransaction,
  { action }: StoredAction,
  { title = `Not deleted: ${action.target.name}`, reason }: { title?: string; reason: string },
): Promise<void> {
  const { automatic, subject_id, target } = action
  const severity = automatic ? 'high' : 'medium'
  const common = { severity, amount: null, currency: null, labels: {}, resourceIds: [target.id] } as const
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: automatic ? 'autopilot' : 'recommendations',
      title,
      body: reason,
      href: `/savings?recommendation=${subject_id}`,
      thread: `recommendation:${subject_id}`,
      alerts: [{ kind: automatic ? 'autopilot' : 'recommendation', ...common }],
    },
  )
}
