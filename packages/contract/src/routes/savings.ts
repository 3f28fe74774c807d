import { savingsActionSchema } from '@kept/domain/action.ts'
import { hourSchema, monthSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import { ledgerEntrySchema, savingPartSchema } from '@kept/domain/saving.ts'
import { actionSources, actionStateSchema, recordedWishSchema } from '@kept/domain/savings-record.ts'
import { priceNoticeSchema } from '@kept/domain/statement.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Savings'
const heldSchema = z.object({ lineage: z.string(), reason: z.string() })

export const recordedActionSchema = z.object({
  id: z.uuid(),
  finding_id: z.uuid().nullable(),
  rule: z.string(),
  title: z.string(),
  resource_id: z.string(),
  /** Null as long as the bill has not said what became of the resource. */
  kind: z.enum(['terminate', 'schedule', 'rightsize', 'demand', 'loop_stop', 'commitment']).nullable(),
  /** Who put it on record: a person, or a feature that did or saw it itself. */
  source: z.enum(actionSources),
  state: actionStateSchema,
  /** Why it does not count: yet, or ever. */
  reason: z.string(),
  currency: z.string(),
  /** What the finding said a month would save. */
  estimate: decimalSchema.nullable(),
  effective_time: hourSchema.nullable(),
  baseline_hash: z.string().nullable(),
  confidence: z.enum(['high', 'low']).nullable(),
  recorded_by: z.string(),
  recorded_at: z.iso.datetime(),
  /** What the ledger holds for it, with the months; null: nothing is booked yet. */
  booked: decimalSchema.nullable(),
  booked_from: monthSchema.nullable(),
  booked_to: monthSchema.nullable(),
})
export type RecordedAction = z.infer<typeof recordedActionSchema>

export const recordedNoticeSchema = priceNoticeSchema.extend({
  id: z.uuid(),
  currency: currencySchema,
  recorded_by: z.string(),
  recorded_at: z.iso.datetime(),
})
export type RecordedNotice = z.infer<typeof recordedNoticeSchema>

const partsSchema = z.partialRecord(savingPartSchema, decimalSchema)

export const monthSavingsSchema = z.object({
  period: monthSchema,
  /** `final`: in the ledger, signed. `provisional`: worked out from the bill so far, and no claim. */
  state: z.enum(['provisional', 'final']),
  net: decimalSchema,
  parts: partsSchema,
  /** What the ledger took back or added in the month, of this and of former months. */
  reversed: decimalSchema,
  fee: decimalSchema.nullable(),
  held: z.array(heldSchema),
  gaps: z.array(z.object({ lineage: z.string(), hours: z.int() })),
  ran_at: z.iso.datetime(),
})

export const savingsSummarySchema = z.object({
  currencies: z.array(
    z.object({
      currency: currencySchema,
      /** Signed in statements, up to now: what was saved, what it cost, what stays. */
      verified: decimalSchema,
      fee: decimalSchema,
      kept: decimalSchema,
      carried: decimalSchema,
      statements: z.int(),
      through: monthSchema.nullable(),
      provisional: decimalSchema.nullable(),
      months: z.array(monthSavingsSchema),
      /** Estimated against realised, a month of each, by rule. */
      rules: z.array(
        z.object({
          rule: z.string(),
          actions: z.int(),
          estimated: decimalSchema,
          realised: decimalSchema,
        }),
      ),
    }),
  ),
  actions: z.partialRecord(actionStateSchema, z.int()),
})
export type SavingsSummary = z.infer<typeof savingsSummarySchema>

export const statementSummarySchema = z.object({
  id: z.uuid(),
  period: monthSchema,
  currency: currencySchema,
  kind: z.enum(['final', 'trueup']),
  issued_at: z.iso.datetime(),
  entries: z.int(),
  head_seq: z.int(),
  head_hash: z.string(),
  net: decimalSchema,
  billable: decimalSchema,
  carried_after: decimalSchema,
  fee: decimalSchema,
  kept: decimalSchema,
  rule_id: z.string(),
  rule_version: z.int(),
})
export type StatementSummary = z.infer<typeof statementSummarySchema>

export const savings = {
  summary: route({
    method: 'GET',
    path: '/v1/savings/summary',
    summary: 'Verified savings to date, month by month, and what was estimated against what was realised',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(savingsSummarySchema),
  }),
  actions: route({
    method: 'GET',
    path: '/v1/savings/actions',
    summary: 'What was done: whether it counts, since when, and what is booked for it',
    tag,
    needs: 'savings:read',
    input: z.object({ state: actionStateSchema.optional() }),
    output: answer(z.array(recordedActionSchema)),
  }),
  record: route({
    method: 'POST',
    path: '/v1/savings/actions',
    summary: 'Record what was done; it counts from the hour in which the bill shows it',
    tag,
    needs: 'savings:write',
    input: recordedWishSchema.extend({ title: nameSchema(200), currency: currencySchema.optional() }),
    output: answer(recordedActionSchema),
  }),
  withdraw: route({
    method: 'POST',
    path: '/v1/savings/actions/{id}/withdraw',
    summary: 'Take an action back that does not count yet',
    tag,
    needs: 'savings:write',
    input: z.object({ id: z.uuid(), reason: z.string().trim().min(1).max(500) }),
    output: answer(recordedActionSchema),
  }),
  action: route({
    method: 'GET',
    path: '/v1/savings/actions/{id}',
    summary: 'One action as statements carry it, and its entries in the ledger',
    tag,
    needs: 'savings:read',
    input: z.object({ id: z.uuid() }),
    output: answer(
      z.object({
        recorded: recordedActionSchema,
        action: savingsActionSchema.nullable(),
        entries: z.array(ledgerEntrySchema),
      }),
    ),
  }),
  priceNotices: route({
    method: 'GET',
    path: '/v1/savings/price-notices',
    summary: 'Published prices of SKUs that the bill shows no more, as they were put on record',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(recordedNoticeSchema)),
  }),
  recordPrice: route({
    method: 'POST',
    path: '/v1/savings/price-notices',
    summary: 'Put a published price on record; a price on the bill outranks it, and it is never changed',
    tag,
    needs: 'savings:write',
    input: z.strictObject({
      sku: z.string().trim().min(1).max(500),
      currency: currencySchema,
      /** The first hour in which the price held. */
      hour: hourSchema,
      price: decimalSchema.refine((price) => !price.startsWith('-'), 'must not be below zero'),
      /** Where it was published: an address, a letter, a price list with its date. */
      source: z.string().trim().min(1).max(500),
    }),
    output: answer(recordedNoticeSchema),
  }),
  withdrawPrice: route({
    method: 'DELETE',
    path: '/v1/savings/price-notices/{id}',
    summary: 'Withdraw a published price: it stays on record and counts no more; signed statements keep what they used',
    tag,
    needs: 'savings:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
  ledger: route({
    method: 'GET',
    path: '/v1/savings/ledger',
    summary: 'The entries of the ledger, the newest first; amounts are whole nano-units',
    tag,
    needs: 'savings:read',
    input: z.object({ ...pageInput, period: monthSchema.optional() }),
    output: pageOf(ledgerEntrySchema),
  }),
  proof: route({
    method: 'GET',
    path: '/v1/savings/ledger/proof',
    summary: 'The whole chain worked out again, and held against the checkpoints outside the database',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(
      z.object({
        intact: z.boolean(),
        /** What is wrong first, as a sentence; empty when nothing is. */
        fault: z.string(),
        entries: z.int(),
        head: z.object({ seq: z.int(), hash: z.string() }),
        checkpoints: z.int(),
      }),
    ),
  }),
  statements: route({
    method: 'GET',
    path: '/v1/savings/statements',
    summary: 'Signed statements, the newest first; download one to verify it offline',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(statementSummarySchema)),
  }),
  key: route({
    method: 'GET',
    path: '/v1/savings/key',
    summary: 'The public key that statements are signed with',
    tag,
    needs: 'public',
    input: z.object({}),
    output: answer(z.object({ algorithm: z.literal('Ed25519'), public_key: z.string(), pem: z.string() })),
  }),
}
