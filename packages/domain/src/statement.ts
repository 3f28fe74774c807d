/**
 * A monthly statement of savings: everything that is needed to work it out again, except the customer's own bill. Its
 * shape is versioned; a statement once issued can be verified for ever.
 */
import * as z from 'zod'
import { savingsActionSchema, sha256Schema } from './action.ts'
import { commissionLineSchema, commissionRuleSchema } from './commission.ts'
import { hourSchema, monthSchema } from './hour.ts'
import { currencySchema, decimalSchema } from './money.ts'
import { baselineSchema, commitmentBaselineSchema, ledgerEntrySchema, nanoSchema } from './saving.ts'
import { savingsConfigSchema } from './savings-config.ts'
import { substitutionSchema } from './substitution.ts'

const chainHeadSchema = z.strictObject({ seq: z.int().min(0), hash: sha256Schema })

/** The head of the chain as it was made known outside the ledger when a period was closed. */
export const checkpointSchema = z.strictObject({ period: monthSchema, ...chainHeadSchema.shape })
export type Checkpoint = z.infer<typeof checkpointSchema>

/** A published price of a SKU that the bill shows no more. */
export const priceNoticeSchema = z.strictObject({
  sku: z.string().min(1),
  hour: hourSchema,
  price: decimalSchema,
  source: z.string().min(1),
})
export type PriceNotice = z.infer<typeof priceNoticeSchema>
/** Measured demand, hour by hour; null where it was not measured. */
const demandSchema = z.strictObject({
  action: z.string().min(1),
  from: hourSchema,
  values: z.array(decimalSchema.nullable()),
})
export type MeasuredDemand = z.infer<typeof demandSchema>

const unsignedStatementSchema = z.strictObject({
  format: z.literal('kept.savings-statement'),
  version: z.literal(1),
  organization_id: z.string().min(1),
  issued_at: z.iso.datetime(),
  period: monthSchema,
  currency: currencySchema,
  code_version: z.string().min(1),
  config: savingsConfigSchema,
  actions: z.array(savingsActionSchema),
  baselines: z.array(baselineSchema),
  commitment_baselines: z.array(commitmentBaselineSchema),
  price_notices: z.array(priceNoticeSchema),
  demand: z.array(demandSchema),
  /** Resources that replaced what actions removed; left out where there are none. */
  substitution: substitutionSchema.optional(),
  /** Entries of the ledger written before that this statement builds on: its period's, and those it takes back. */
  earlier: z.array(ledgerEntrySchema),
  before: chainHeadSchema,
  entries: z.array(ledgerEntrySchema),
  head: chainHeadSchema,
  /** Resources without a claim until a person has reviewed them, and hours missing from the bill. */
  held: z.array(z.strictObject({ lineage: z.string(), reason: z.string() })),
  gaps: z.array(z.strictObject({ lineage: z.string(), hours: z.int().min(1) })),
  net: nanoSchema,
  carried_before: nanoSchema,
  /** What former statements of the month were worked out from; left out in its first one. */
  billed_before: nanoSchema.optional(),
  carried_after: nanoSchema,
  billable: nanoSchema,
  commission_rule: commissionRuleSchema,
  commission: commissionLineSchema,
  checkpoints: z.array(checkpointSchema),
})
export type UnsignedStatement = z.infer<typeof unsignedStatementSchema>

const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  /** The key's SubjectPublicKeyInfo, base64. */
  public_key: z.base64().min(1),
  /** Over the statement without its signature, as canonical JSON (RFC 8785); base64. */
  value: z.base64().min(1),
})

export const statementSchema = unsignedStatementSchema.extend({ signature: signatureSchema })
export type Statement = z.infer<typeof statementSchema>
