/**
 * What an action changes in its loop: the auto_remediation record and a step in its history, in the same transaction.
 */
import type { ActionState } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordLoopAction } from '@kept/store/loops/act.ts'
import type { OnActionChange } from '../../remediation/public/actions.ts'

export function loopActionRecorder(actorName: string, now: () => Date): OnActionChange {
  return async (tx, { action }, state, failureReason) => {
    const scope: Scope = { organizationId: tx.scopedTo }
    const entry = notes[state]?.(
      action.step === 'throttle' ? 'pause' : 'stop',
      action.description,
      action.undo_description,
      failureReason,
    )
    if (entry) await recordLoopAction(tx, scope, { id: action.subject_id, actorName, at: now(), ...entry })
  }
}

type Noted = { event: string; note: string; action?: { name: string; success: boolean } }
type Note = (step: 'pause' | 'stop', description: string, undoDescription: string, failureReason: string) => Noted

const notes: Partial<Record<ActionState, Note>> = {
  done: (step, description, _undo, failureReason) =>
    failureReason
      ? {
          event: 'undo_failed',
          note: failureReason,
          action: { name: `${description} It could not be undone: ${failureReason}`, success: false },
        }
      : { event: step, note: description, action: { name: description, success: true } },
  failed: (step, description, _undo, failureReason) => ({
    event: 'act_failed',
    note: failureReason,
    action: { name: `${step === 'pause' ? 'Pause' : 'Stop'} tried: ${description}`, success: false },
  }),
  undone: (_step, _words, undoDescription) => ({
    event: 'undo',
    note: undoDescription,
    action: { name: `Undone: ${undoDescription}`, success: true },
  }),
  left: (_step, description, _undo, failureReason) => ({
    event: 'undo_left',
    note: failureReason,
    action: { name: `${description} Not undone: ${failureReason}`, success: false },
  }),
}
