import { savingsActionSchema } from '@kept/domain/action.ts'
import { hourSchema, monthSchema } from '@kept/domain/hour.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { ledgerEntrySchema, savingPartSchema } from '@kept/domain/saving.ts'
import { actionSources, actionStateSchema } from '@kept/domain/savings-record.ts'
import { priceNoticeSchema } from '@kept/domain/statement.ts'
import * as z from 'zod'
import { recordActionInput, recordPriceInput } from '../inputs/savings.ts'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Savings'
/** For display: the name of the resource, else the last part of its id. */
const resource_name = z.string()
const heldSchema = z.object({ lineage: z.string(), resource_name, reason: z.string() })

const recordedActionSchema = z.object({
  id: z.uuid(),
  recommendation_id: z.uuid().nullable(),
  rule: z.string(),
  title: z.string(),
  resource_id: z.string(),
  resource_name,
  /** Null until the bill shows the change. */
  kind: z.enum(['terminate', 'schedule', 'rightsize', 'demand', 'loop_stop', 'commitment']).nullable(),
  /** Who recorded it: a user, or a Kept feature that did or detected it. */
  source: z.enum(actionSources),
  state: actionStateSchema,
  /** Why it does not count, or not yet. */
  reason: z.string(),
  currency: z.string(),
  /** Estimated monthly savings of the recommendation. */
  estimate: decimalSchema.nullable(),
  effective_time: hourSchema.nullable(),
  baseline_hash: z.string().nullable(),
  confidence: z.enum(['high', 'low']).nullable(),
  recorded_by: z.string(),
  recorded_at: z.iso.datetime(),
  /** Ledger total with its months; null before the first entry. */
  booked: decimalSchema.nullable(),
  first_booked_month: monthSchema.nullable(),
  last_booked_month: monthSchema.nullable(),
})
export type RecordedAction = z.infer<typeof recordedActionSchema>

const recordedNoticeSchema = priceNoticeSchema.extend({
  id: z.uuid(),
  currency: currencySchema,
  recorded_by: z.string(),
  recorded_at: z.iso.datetime(),
})
export type RecordedNotice = z.infer<typeof recordedNoticeSchema>

const namedEntrySchema = ledgerEntrySchema.extend({
  /** Name of the resource of the lineage; empty for an entry without one. No part of the hash. */
  resource_name,
})
export type NamedLedgerEntry = z.infer<typeof namedEntrySchema>

const partsSchema = z.partialRecord(savingPartSchema, decimalSchema)

const monthSavingsSchema = z.object({
  period: monthSchema,
  /** `final`: signed, in the ledger. `provisional`: calculated from the bill so far, not billed. */
  state: z.enum(['provisional', 'final']),
  net: decimalSchema,
  parts: partsSchema,
  /** Reversals and true-ups booked in the month, for this and previous months. */
  reversed: decimalSchema,
  fee: decimalSchema.nullable(),
  held: z.array(heldSchema),
  gaps: z.array(z.object({ lineage: z.string(), resource_name, hours: z.int() })),
  calculated_at: z.iso.datetime(),
})

const savingsSummarySchema = z.object({
  currencies: z.array(
    z.object({
      currency: currencySchema,
      /** From signed statements to date: savings, fees and the customer's share. */
      verified: decimalSchema,
      fee: decimalSchema,
      customer_net: decimalSchema,
      carried: decimalSchema,
      statements: z.int(),
      last_period: monthSchema.nullable(),
      provisional: decimalSchema.nullable(),
      months: z.array(monthSavingsSchema),
      /** Estimated against verified monthly savings, by rule. */
      rules: z.array(
        z.object({
          rule: z.string(),
          actions: z.int(),
          estimated: decimalSchema,
          realized: decimalSchema,
        }),
      ),
    }),
  ),
  actions: z.partialRecord(actionStateSchema, z.int()),
})
export type SavingsSummary = z.infer<typeof savingsSummarySchema>

const statementSummarySchema = z.object({
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
  customer_net: decimalSchema,
  rule_id: z.string(),
  rule_version: z.int(),
})
export type StatementSummary = z.infer<typeof statementSummarySchema>

export const savings = {
  summary: route({
    method: 'GET',
    path: '/v1/savings/summary',
    summary: 'Get the savings summary',
    description: 'Verified savings by month, and estimated against verified savings.',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(savingsSummarySchema),
  }),
  actions: route({
    method: 'GET',
    path: '/v1/savings/actions',
    summary: 'List savings actions',
    description: 'Each with its status, first measured hour and ledger balance.',
    tag,
    needs: 'savings:read',
    input: z.object({ state: actionStateSchema.optional() }),
    output: answer(z.array(recordedActionSchema)),
  }),
  record: route({
    method: 'POST',
    path: '/v1/savings/actions',
    summary: 'Record a savings action',
    description: 'Savings count from the hour in which the bill shows the change.',
    tag,
    needs: 'savings:write',
    input: recordActionInput,
    output: answer(recordedActionSchema),
  }),
  withdraw: route({
    method: 'POST',
    path: '/v1/savings/actions/{id}/withdraw',
    summary: 'Withdraw a savings action',
    description: 'Only while no saving counts for it.',
    tag,
    needs: 'savings:write',
    input: z.object({ id: z.uuid(), reason: z.string().trim().min(1).max(500) }),
    output: answer(recordedActionSchema),
  }),
  action: route({
    method: 'GET',
    path: '/v1/savings/actions/{id}',
    summary: 'Get a savings action',
    description: 'As it appears on statements, with its ledger entries.',
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
    summary: 'List recorded prices',
    description: 'Published prices of SKUs that no longer appear on the bill.',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(recordedNoticeSchema)),
  }),
  recordPrice: route({
    method: 'POST',
    path: '/v1/savings/price-notices',
    summary: 'Record a published price',
    description: 'A price on the bill takes precedence. A recorded price is never changed.',
    tag,
    needs: 'savings:write',
    input: recordPriceInput,
    output: answer(recordedNoticeSchema),
  }),
  withdrawPrice: route({
    method: 'DELETE',
    path: '/v1/savings/price-notices/{id}',
    summary: 'Withdraw a published price',
    description: 'The record stays but is no longer used. Signed statements are not changed.',
    tag,
    needs: 'savings:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
  ledger: route({
    method: 'GET',
    path: '/v1/savings/ledger',
    summary: 'List ledger entries',
    description: 'Newest first. Amounts are integers in billionths of the currency unit.',
    tag,
    needs: 'savings:read',
    input: z.object({ ...pageInput, period: monthSchema.optional() }),
    output: pageOf(namedEntrySchema),
  }),
  proof: route({
    method: 'GET',
    path: '/v1/savings/ledger/proof',
    summary: 'Verify the ledger',
    description: 'Recalculates the hash chain and compares it with the checkpoints stored outside the database.',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(
      z.object({
        intact: z.boolean(),
        /** The first failure as a sentence; empty when intact. */
        failure_reason: z.string(),
        entries: z.int(),
        head: z.object({ seq: z.int(), hash: z.string() }),
        checkpoints: z.int(),
      }),
    ),
  }),
  statements: route({
    method: 'GET',
    path: '/v1/savings/statements',
    summary: 'List statements',
    description: 'Signed statements, newest first. Download one to verify it offline.',
    tag,
    needs: 'savings:read',
    input: z.object({}),
    output: answer(z.array(statementSummarySchema)),
  }),
  key: route({
    method: 'GET',
    path: '/v1/savings/key',
    summary: 'Get the signing key',
    description: 'The public key that verifies statements.',
    tag,
    needs: 'public',
    cache: { clientSeconds: 300 },
    input: z.object({}),
    output: answer(z.object({ algorithm: z.literal('Ed25519'), public_key: z.string(), pem: z.string() })),
  }),
}
