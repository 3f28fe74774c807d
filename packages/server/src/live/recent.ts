/** The last events of one organization, in memory, so that a thousand reconnecting pages cause no query. */
import type { LiveEvent } from '@kept/store/live/events.ts'

/** The number of events in memory, initially and at most. */
export const maxRecent = 500

export class Recent {
  /** The last known event. */
  seq: number
  /** Everything after this number is in `events`. */
  #from: number
  #events: LiveEvent[] = []

  /** `last`: the latest events. Earlier ones are not in memory. */
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

  /** Events after `since`; undefined when that is before (or after) the events in memory. */
  after(afterSeq: number): LiveEvent[] | undefined {
    if (afterSeq < this.#from || afterSeq > this.seq) return undefined
    return this.#events.filter(({ seq }) => seq > afterSeq)
  }
}
