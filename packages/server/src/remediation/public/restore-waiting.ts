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
  if (await wasDeletedByKept(port, stored))
    return revertAction(port, { ...stored, deleteSentAt: null, earlierDeleteSentAt: null })
  return { undone: false, message: `${name} no longer exists, and it was not Kept that deleted it.` }
}

/** While it is open whether it was deleted, the backup of what exists is left alone. */
export function revertAction(port: RemediationPort, stored: StoredAction): Promise<Outcome> {
  return port.revert(receiptOf(stored), undefined, { keepsBackup: wasSent(stored) })
}

/** Of what is gone. The record may be older than the deletion, such as after a restore of the database: so is a backup. */
export async function wasDeletedByKept(port: RemediationPort, stored: StoredAction): Promise<boolean> {
  if (wasSent(stored)) return true
  const { before, after } = stored.plan
  return after.backup === true && before.backup !== true && (await port.verify(receiptOf(stored))).verified
}

function wasSent({ deleteSentAt, earlierDeleteSentAt }: StoredAction): boolean {
  return deleteSentAt !== null || earlierDeleteSentAt !== null
}

/**
 * Removes the backup of a deletion that was never sent, of a resource that exists. Returns what is left, as a sentence
 * with a space before it.
 */
export async function removeBackup(port: RemediationPort, stored: StoredAction): Promise<string> {
  const { before, after } = stored.plan
  if (after.backup !== true || before.backup === true) return ''
  if (wasSent(stored)) return ' Its deletion was sent once, so its backup is left. Delete it by hand.'
  const { undone, message } = await port.revert(receiptOf(stored))
  return undone ? '' : ` Its backup may be left. ${message}`
}

export function receiptOf({ action, plan }: StoredAction): RemediationReceipt {
  return { order: plan.order, before: plan.before, after: plan.after, applied_at: action.at }
}
