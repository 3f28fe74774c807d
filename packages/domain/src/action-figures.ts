/** What the calculation of a month found of one action. It is not signed: the ledger has what counts of it. */
import * as z from 'zod'
import { nanoSchema } from './saving.ts'

export const actionFiguresSchema = z.strictObject({
  /** What the hours that count would have cost without the action, and what they did cost, at contracted prices. */
  baseline: nanoSchema,
  measured: nanoSchema,
  /** Measured, before anything is taken off, and the interval it lies in: 80% on either side, equal where it is exact. */
  saved: nanoSchema,
  low: nanoSchema,
  high: nanoSchema,
  /** What counts of it: the lower bound of what was modeled. */
  counted: nanoSchema,
  /** What counts less what was taken off: replaced capacity and commitments left unused. */
  net: nanoSchema,
  /** `saved` by day (UTC). */
  days: z.record(z.iso.date(), nanoSchema),
})
export type ActionFigures = z.infer<typeof actionFiguresSchema>
