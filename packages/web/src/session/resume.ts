/**
 * Where somebody was when their time was up, and what they had typed: in the memory of this page alone, for the same
 * person, for a while. Another person who signs in finds a page loaded anew.
 */
import type { Typed } from './drafts.ts'

export interface SetAside {
  userId: string
  href: string
  typed: readonly Typed[]
}

interface ResumeDoors {
  later(run: () => void, ms: number): () => void
  /** Loads the page anew, so that nothing stays in memory. */
  startAnew(): void
}

/** Long enough to come back from lunch, too short to be found in the evening. */
export const keptForMs = 90 * 60_000

export function createResume({ later, startAnew }: ResumeDoors) {
  let kept: SetAside | undefined
  let callOff: () => void = () => undefined
  return {
    setAside(aside: SetAside): void {
      callOff()
      kept = aside
      callOff = later(() => {
        kept = undefined
        startAnew()
      }, keptForMs)
    },
    /** What was kept for this person, once; `other` says that it was somebody else's, and is dropped. */
    take(userId: string): SetAside | 'other' | undefined {
      const found = kept
      kept = undefined
      callOff()
      return found && found.userId !== userId ? 'other' : found
    },
  }
}
