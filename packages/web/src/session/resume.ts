/**
 * Where somebody was when their time was up, and what they had typed: in the memory of this page alone, for the same
 * person, for a while. Another person who signs in finds a page loaded anew.
 */
import type { Typed } from './drafts.ts'

interface PageSnapshot {
  userId: string
  href: string
  typed: readonly Typed[]
}

interface ResumeDeps {
  setTimer(run: () => void, ms: number): () => void
  /** Loads the page anew, so that nothing stays in memory. */
  startAnew(): void
}

/** Long enough to come back from lunch, too short to be found in the evening. */
export const retentionMs = 90 * 60_000

export function createResume({ setTimer, startAnew }: ResumeDeps) {
  let stored: PageSnapshot | undefined
  let callOff: () => void = () => undefined
  return {
    save(snapshot: PageSnapshot): void {
      callOff()
      stored = snapshot
      callOff = setTimer(() => {
        stored = undefined
        startAnew()
      }, retentionMs)
    },
    /** What was kept for this person, once; `other` says that it was somebody else's, and is dropped. */
    claim(userId: string): PageSnapshot | 'other' | undefined {
      const snapshot = stored
      stored = undefined
      callOff()
      return snapshot && snapshot.userId !== userId ? 'other' : snapshot
    },
  }
}
