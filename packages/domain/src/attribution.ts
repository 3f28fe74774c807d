/**
 * What `kept savings attribute` reads and says: the savings engine alone, without a bill, so that anyone can hold it
 * against a model of their own. Hours are integers on a clock of the caller's choice; quantities and money are text.
 * Fields of the caller's own are welcome; only one that looks like a misspelled field of ours is refused.
 */
import { isDecimal, isNegative } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { rejectMisspelled } from './reject-misspelled.ts'

const missing = 'is missing'
const must = (message: string) => (issue: { input?: unknown }) => (issue.input === undefined ? missing : message)

const text = z.string({ error: must('must be text') }).min(1, 'must not be empty')
const hour = z.int({ error: must('must be a whole number of hours') })
const amount = z
  .string({ error: must('must be a decimal number written as text, such as "0.096"') })
  .refine(isDecimal, { error: 'must be a decimal number, such as "0.096"', abort: true })
const notNegative = amount.refine((value) => !isNegative(value), 'must not be negative')
/** Writers of JSON leave a field out or say null; both mean that nothing is said. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

const attributionPriceSchema = z.union([
  notNegative,
  z.array(z.object({ from: hour, price: notNegative })).min(1, 'must name at least one price'),
])

const attributionActionSchema = z
  .looseObject({
    id: text,
    resource: text,
    /** The first hour that shows the change; it counts from there and before `expires`. */
    t: hour,
    kind: z.enum(['terminate', 'schedule', 'rightsize'], {
      error: must('must be "terminate", "schedule" or "rightsize"'),
    }),
    fromSku: optional(text),
    toSku: optional(text),
    offHours: optional(z.array(hour, { error: 'must be a list of hours' })),
    expires: optional(hour),
  })
  .superRefine(rejectMisspelled(['fromSku', 'toSku', 'offHours', 'expires']))

const attributionCellSchema = z
  .looseObject({
    h: hour,
    resource: text,
    actualSku: text,
    actualQty: notNegative,
    /** What the frozen baseline expects of this hour. */
    baseQty: notNegative,
    ourCommitment: optional(z.boolean({ error: 'must be true or false' })),
    /** Lines of the bill as they come; only their effective cost is read, and a correction may be negative. */
    rows: optional(
      z.array(z.looseObject({ effectiveCost: amount }, { error: 'must be an object with an effectiveCost' }), {
        error: 'must be a list of rows',
      }),
    ),
  })
  .superRefine(rejectMisspelled(['ourCommitment', 'rows']))

export const attributionInputSchema = z.object({
  currency: text,
  prices: z.record(z.string(), attributionPriceSchema, { error: must('must be an object of prices by SKU') }),
  actions: z.array(attributionActionSchema, { error: must('must be a list of actions') }),
  cells: z.array(attributionCellSchema, { error: must('must be a list of cells') }),
})
export type AttributionInput = z.infer<typeof attributionInputSchema>

/** Amounts with nine decimals; `total` is `base` less `actual`, and the sum of all actions and `rate`. */
export interface AttributionOutput {
  byAction: Record<string, string>
  rate: string
  base: string
  actual: string
  total: string
}
