/** The way back of an action: what waits loses its mark, what was deleted is made again. The resource decides which. */
import type { RemediationPort, RemediationReceipt } from '@kept/domain/remediation.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { marksOf } from './grace-period.ts'

interface Outcome {
  undone: boolean
  message: string
}

/** Keeps what waits to be deleted. A deletion that came about although it failed is undone as one. */
export async function restoreWaiting(port: RemediationPort, stored: StoredAction): Promise<Outcome> {
  const { name } = stored.action.target
  const marks = marksOf(port, stored.plan.order)
  const exists = async () => (await marks.read()) !== undefined
  if (await exists()) {
    await marks.write(null)
    if (await exists()) {
      const left = await removeBackup(port, stored)
      return { undone: true, message: `${name} is kept. Its mark was removed before it was deleted.${left}` }
    }
  }
  if (stored.deleteSentAt !== null) return revertAction(port, { ...stored, deleteSentAt: null })
  return { undone: false, message: `${name} no longer exists, and it was not Kept that deleted it.` }
}

/** While it is open whether it was deleted, the backup of what exists is left alone. */
export function revertAction(port: RemediationPort, stored: StoredAction): Promise<Outcome> {
  return port.revert(receiptOf(stored), undefined, { keepsBackup: stored.deleteSentAt !== null })
}

/**
 * Removes the backup of a deletion that was never sent, of a resource that exists. Returns what is left, as a sentence
 * with a space before it.
 */
export async function removeBackup(port: RemediationPort, stored: StoredAction): Promise<string> {
  const { before, after } = stored.plan
  if (after.backup !== true || before.backup === true) return ''
  if (stored.deleteSentAt !== null) return ' Its deletion was sent once, so its backup is left. Delete it by hand.'
  await port.revert(receiptOf(stored))
  return ''
}

export function receiptOf({ action, plan }: StoredAction): RemediationReceipt {
  return { order: plan.order, before: plan.before, after: plan.after, applied_at: action.at }
}
