/**
 * The user's page when the session expired, and what was typed: only in the memory of this page, for the same
 * user, for a limited time. For another user the page is reloaded.
 */
import type { Typed } from './drafts.ts'

interface PageSnapshot {
  userId: string
  href: string
  typed: readonly Typed[]
}

interface ResumeDeps {
  setTimer(run: () => void, ms: number): () => void
  /** Reloads the page, so that nothing stays in memory. */
  reload(): void
}

/** Long enough to come back from lunch, too short to be found in the evening. */
export const retentionMs = 90 * 60_000

export function createResume({ setTimer, reload }: ResumeDeps) {
  let stored: PageSnapshot | undefined
  let callOff: () => void = () => undefined
  return {
    save(snapshot: PageSnapshot): void {
      callOff()
      stored = snapshot
      callOff = setTimer(() => {
        stored = undefined
        reload()
      }, retentionMs)
    },
    /** What was stored for this user, once; `other`: it was another user's, and is dropped. */
    claim(userId: string): PageSnapshot | 'other' | undefined {
      const snapshot = stored
      stored = undefined
      callOff()
      return snapshot && snapshot.userId !== userId ? 'other' : snapshot
    },
  }
}
