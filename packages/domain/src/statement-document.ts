/** A signed statement as people read it: names instead of ids, decimals instead of nano-units. Every amount that is billed derives from the signed text. */
import * as z from 'zod'
import { hourSchema, monthSchema } from './hour.ts'
import { currencySchema, decimalSchema } from './money.ts'

/** How the amounts of the ledger come to the billed amount; each is a signed part, and they add up. */
const statementStepSchema = z.object({
  kind: z.enum([
    'measured',
    'modeled',
    'avoided',
    'replaced',
    'penalty',
    'reversal',
    'true_up',
    'verified',
    'not_billed',
    'carried_before',
    'carried_after',
    'billed',
  ]),
  amount: decimalSchema,
  actions: z.int(),
})
export type StatementStep = z.infer<typeof statementStepSchema>

const statementActionSchema = z.object({
  id: z.string(),
  kind: z.enum(['terminate', 'rightsize', 'schedule', 'demand', 'loop_stop', 'commitment', 'other']),
  /** What the organization called it; may be empty. */
  title: z.string(),
  /** Names of its resources or commitments, the first few. */
  resources: z.array(z.string()),
  resource_count: z.int(),
  counts_from: hourSchema.nullable(),
  /** Before anything is taken off: measured, modeled and avoided. */
  saved: decimalSchema,
  /** Replaced capacity and commitments left unused; never above zero. */
  deducted: decimalSchema,
  /** Reversals and true-ups of this and earlier months. */
  corrected: decimalSchema,
  /** What of it is in the verified savings: the three together. */
  verified: decimalSchema,
  fee: decimalSchema,
  /** A part of it is a lower bound (80%). */
  is_modeled: z.boolean(),
  /**
   * What its hours would have cost without it and what they did cost, at contracted prices, and the interval of what it
   * saved: 80% on either side, equal where every hour is metered. From the month's calculation, not from the signed text;
   * null where the month was calculated otherwise since.
   */
  calculation: z
    .object({ baseline: decimalSchema, measured: decimalSchema, low: decimalSchema, high: decimalSchema })
    .nullable(),
  /** Why something was taken off, or could not be checked. */
  notes: z.array(z.string()),
})
export type StatementAction = z.infer<typeof statementActionSchema>

export const statementDocumentSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['final', 'trueup']),
  period: monthSchema,
  currency: currencySchema,
  issued_at: z.iso.datetime(),
  organization_name: z.string(),
  /** The invoice or credit note that charges its fee, once there is one. */
  invoice: z.object({ id: z.uuid(), number: z.string().nullable() }).nullable(),
  verified: decimalSchema,
  billed: decimalSchema,
  fee: decimalSchema,
  customer_net: decimalSchema,
  rule: z.string(),
  steps: z.array(statementStepSchema),
  actions: z.array(statementActionSchema),
  /** Resources without a claim, and why; hours that the bill lacks. */
  held: z.array(z.object({ resource: z.string(), reason: z.string() })),
  missing_hours: z.int(),
  entries: z.int(),
  first_entry: z.int(),
  last_entry: z.int(),
  head_hash: z.string(),
  method: z.string(),
  /** SHA-256 of the public key, in hexadecimal. */
  key_fingerprint: z.string(),
  signature: z.string(),
})
export type StatementDocument = z.infer<typeof statementDocumentSchema>
