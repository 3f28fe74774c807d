/** What the calculation of a month found of one action, in whole nano-units. It is not signed: the ledger has what counts. */
export interface ActionFigures {
  /** What the hours that count would have cost without the action, and what they did cost, at contracted prices. */
  readonly baseline: string
  readonly measured: string
  /** Measured, before anything is taken off, and the interval it lies in: 80% on either side, equal where it is exact. */
  readonly saved: string
  readonly low: string
  readonly high: string
  /** What counts of it: the lower bound of what was modeled. */
  readonly counted: string
  /** What counts less what was taken off: replaced capacity and commitments left unused. */
  readonly net: string
  /** `saved` by day (UTC). */
  readonly days: Readonly<Record<string, string>>
}
