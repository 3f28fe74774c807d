/** Notifications of autopilot: what it proposes, what it took back, and runs that stopped. */
import type { AutopilotChange, AutopilotRun } from '@kept/domain/autopilot.ts'
import type { AutopilotChangeState } from '@kept/domain/autopilot-states.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'

type Run = Pick<AutopilotRun, 'id' | 'policy_name'>

const titles: Readonly<Partial<Record<AutopilotChangeState, string>>> = {
  rolled_back: 'Autopilot took back a change of',
  left: 'Autopilot could not take back its change of',
  failed: 'Autopilot could not change',
}

export async function notifyChange(
  tx: ScopedTransaction,
  run: Run,
  { resource_name, resource_id }: Pick<AutopilotChange, 'resource_name' | 'resource_id'>,
  state: AutopilotChangeState,
  reason: string,
): Promise<void> {
  const title = titles[state]
  if (title === undefined) return
  await notify(tx, run, `${title} ${resource_name}`, reason, state === 'left' ? 'critical' : 'high', [resource_id])
}

export async function notifyEnd(tx: ScopedTransaction, run: Run, state: string, reason: string): Promise<void> {
  if (state === 'stopped') await notify(tx, run, `Autopilot stopped: ${run.policy_name}`, reason, 'high', [])
}

export async function notifyProposal(
  tx: ScopedTransaction,
  run: Run,
  changes: readonly AutopilotChange[],
): Promise<void> {
  const title = `Autopilot proposes ${counted(changes.length, 'change')}`
  const body = `Policy "${run.policy_name}". Nothing was changed.`
  await notify(
    tx,
    run,
    title,
    body,
    'low',
    changes.map(({ resource_id }) => resource_id),
  )
}

async function notify(
  tx: ScopedTransaction,
  run: Run,
  title: string,
  body: string,
  severity: 'low' | 'high' | 'critical',
  resourceIds: readonly string[],
): Promise<void> {
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'autopilot',
      title,
      body,
      href: `/autopilot?tab=runs&run=${run.id}`,
      thread: `autopilot:${run.id}`,
      alerts: [{ kind: 'autopilot', severity, amount: null, currency: null, labels: {}, resourceIds }],
    },
  )
}
