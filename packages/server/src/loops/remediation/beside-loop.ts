/** What a deed leaves in its loop: the record's auto_remediation, and a step in its story, in the deed's transaction. */
import type { DeedState } from '@kept/domain/deed.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { noteDeedOfLoop } from '@kept/store/loops/act.ts'
import type { BesideDeed } from '../../platform/remediation/deeds.ts'

export function besideLoop(by: string, now: () => Date): BesideDeed {
  return async (tx, { deed }, state, trouble) => {
    const scope: Scope = { organizationId: tx.scopedTo }
    const noted = notes[state]?.(deed.step === 'throttle' ? 'pause' : 'stop', deed.words, deed.undo_words, trouble)
    if (noted) await noteDeedOfLoop(tx, scope, { id: deed.subject_id, by, at: now(), ...noted })
  }
}

type Noted = { what: string; note: string; action?: { taken: string; success: boolean } }
type Note = (step: 'pause' | 'stop', words: string, undoWords: string, trouble: string) => Noted

const notes: Partial<Record<DeedState, Note>> = {
  done: (step, words, _undo, trouble) =>
    trouble
      ? {
          what: 'undo_failed',
          note: trouble,
          action: { taken: `${words} It could not be undone: ${trouble}`, success: false },
        }
      : { what: step, note: words, action: { taken: words, success: true } },
  failed: (step, words, _undo, trouble) => ({
    what: 'act_failed',
    note: trouble,
    action: { taken: `${step === 'pause' ? 'Pause' : 'Stop'} tried: ${words}`, success: false },
  }),
  undone: (_step, _words, undoWords) => ({
    what: 'undo',
    note: undoWords,
    action: { taken: `Undone: ${undoWords}`, success: true },
  }),
  left: (_step, words, _undo, trouble) => ({
    what: 'undo_left',
    note: trouble,
    action: { taken: `${words} Not undone: ${trouble}`, success: false },
  }),
}
