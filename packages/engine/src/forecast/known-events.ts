/** What people know and a series cannot: a commitment ends, machines will be switched off at night, a launch is due. */
export interface KnownEvent {
  kind: 'commitment_expiry' | 'planned_schedule' | 'announced_change'
  /** Milliseconds since 1970; `to` is the first moment after it, none for good. */
  from: number
  to: number | null
  /** Times this ... */
  factor: number
  /** ... plus this much per row. */
  amount: number
}

/** Applied to one value or bound at its time: factors first, amounts after, in the order of their start. */
export function adjust(times: readonly number[], values: readonly number[], events: readonly KnownEvent[]): number[] {
  const ordered = events.toSorted((a, b) => a.from - b.from)
  return values.map((value, row) => {
    const timestamp = times[row] ?? Number.NaN
    const active = ordered.filter(({ from, to }) => timestamp >= from && (to === null || timestamp < to))
    const scaled = active.reduce((product, { factor }) => product * factor, value)
    return active.reduce((total, { amount }) => total + amount, scaled)
  })
}
