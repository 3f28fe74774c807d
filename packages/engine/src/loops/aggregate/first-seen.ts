/**
 * When something was first seen, against the beginning of the record: what has been there ever since telemetry is known
 * may be how a system works, however much it looks like a loop. Bounded.
 */
export class FirstSeen {
  readonly #minutes = new Map<string, number>()
  readonly #limit: number
  #begin: number | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The record begins with the first minute that is evaluated. */
  begin(minute: number): void {
    this.#begin ??= minute
  }

  /** Minutes between the beginning of the record and when this was first seen; what is beyond the limit is new. */
  after(key: string, minute: number): number {
    const begin = this.#begin ?? Number.NEGATIVE_INFINITY
    const existing = this.#minutes.get(key)
    if (existing !== undefined) return existing - begin
    if (this.#minutes.size < this.#limit) this.#minutes.set(key, minute)
    return minute - begin
  }
}
