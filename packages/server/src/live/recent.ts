/** The last events of one organization, in memory, so that a thousand pages coming back at once ask the database nothing. */
import type { LiveEvent } from '@kept/store/live/events.ts'

/** So many are remembered, at first and as time goes on. */
export const maxRecent = 500

export class Recent {
  /** The last event known. */
  seq: number
  /** Everything after this number is in `events`. */
  #from: number
  #events: LiveEvent[] = []

  /** `last`: the last events there are. Those before the first of them are not known here. */
  constructor(last: readonly LiveEvent[]) {
    this.seq = last.at(-1)?.seq ?? 0
    this.#from = last[0]?.seq ?? 0
    this.#events = [...last]
  }

  add(event: LiveEvent): void {
    this.seq = event.seq
    this.#events.push(event)
    // Dropped by halves: cheaper than one by one.
    if (this.#events.length > 2 * maxRecent) {
      const dropped = this.#events.splice(0, maxRecent)
      this.#from = dropped.at(-1)?.seq ?? this.#from
    }
  }

  /** What came after `since`; undefined when that reaches back (or forward) further than is known here. */
  after(afterSeq: number): LiveEvent[] | undefined {
    if (afterSeq < this.#from || afterSeq > this.seq) return undefined
    return this.#events.filter(({ seq }) => seq > afterSeq)
  }
}
