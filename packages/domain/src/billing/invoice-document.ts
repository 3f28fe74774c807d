/**
 * An invoice or credit note as it is issued: everything printed on it and everything needed to recompute it. It is
 * frozen when the document is issued, and PDF, UBL, CII, CSV and JSON are made from it alone.
 *
 * Amounts are decimals with exactly the currency's minor digits ("7179.40"; "7179" in JPY) unless a field says
 * otherwise. A credit note carries the same signs as an invoice: its lines and totals are positive, and its kind says
 * that the amount is given back.
 */
import * as z from 'zod'
import { sha256Schema } from '../action.ts'
import { countryCodes } from '../country-codes.ts'
import { monthSchema } from '../hour.ts'
import { currencySchema, decimalSchema } from '../money.ts'
import { lineSchema, nameSchema } from '../name.ts'

const invoiceKinds = ['invoice', 'credit_note'] as const
export const invoiceKindSchema = z.enum(invoiceKinds)
export type InvoiceKind = z.infer<typeof invoiceKindSchema>

/** UNCL 5305, as EN 16931 uses it: standard rate, zero rate, reverse charge, outside the scope of tax. */
const taxCategories = ['S', 'Z', 'AE', 'O'] as const
export const taxCategorySchema = z.enum(taxCategories)

/** ISO 3166-1 alpha-2. */
export const countrySchema = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a country code of two letters, such as "DE"')
  .refine((code) => countryCodes.has(code), 'must be the code of a country, such as "DE"')

export const partySchema = z.strictObject({
  name: nameSchema(200),
  /** Lines above the city: street, building, department. */
  street: lineSchema(200).default(''),
  street_2: lineSchema(200).default(''),
  city: lineSchema(100).default(''),
  postal_code: lineSchema(20).default(''),
  /** State or province. */
  region: lineSchema(100).default(''),
  country: countrySchema,
  /** VAT number or other tax registration; empty: none. */
  tax_id: lineSchema(40).default(''),
  email: z.union([z.email().max(254), z.literal('')]).default(''),
})
export type Party = z.infer<typeof partySchema>

/** What a line's fee is for. The groups follow the kind of the action, so a line stays readable with hundreds of actions. */
const lineGroups = [
  'terminate',
  'rightsize',
  'schedule',
  'demand',
  'loop_stop',
  'commitment',
  /** What later bills or reversals changed about months that were invoiced before. */
  'true_up',
] as const
export const lineGroupSchema = z.enum(lineGroups)
export type LineGroup = z.infer<typeof lineGroupSchema>

/** One action's part of a line: links the fee to the evidence. */
const lineActionSchema = z.strictObject({
  action_id: z.string().min(1),
  title: z.string(),
  resource: z.string(),
  /** Verified savings that the statement books for it, exact. */
  saved: decimalSchema,
  fee: decimalSchema,
})
export type LineAction = z.infer<typeof lineActionSchema>

const invoiceLineSchema = z.strictObject({
  id: z.string().min(1),
  position: z.int().min(1),
  group: lineGroupSchema,
  description: z.string().min(1).max(500),
  /** The statement that the line was made from, and the month it is about. */
  statement_id: z.string().min(1),
  period: monthSchema,
  /** Verified savings of the line, exact: the sum of its actions. */
  saved: decimalSchema,
  /** The share of the savings before rounding, exact; `fee` is what is charged. Their sums agree to the minor unit. */
  fee_exact: decimalSchema,
  fee: decimalSchema,
  tax_category: taxCategorySchema,
  /** Percent, "19" or "8.875"; "0" where none is charged. */
  tax_percent: decimalSchema,
  actions: z.array(lineActionSchema),
})
export type InvoiceLine = z.infer<typeof invoiceLineSchema>

/** A signed statement that the document rests on. */
const invoiceStatementSchema = z.strictObject({
  id: z.string().min(1),
  period: monthSchema,
  kind: z.enum(['final', 'trueup']),
  /** SHA-256 of the signed text, byte for byte. */
  sha256: sha256Schema,
  ledger_head: sha256Schema,
  fee: decimalSchema,
})
export type InvoiceStatement = z.infer<typeof invoiceStatementSchema>

const taxLineSchema = z.strictObject({
  category: taxCategorySchema,
  percent: decimalSchema,
  base: decimalSchema,
  tax: decimalSchema,
  /** Why no tax is charged, as it must be printed ("Reverse charge ..."); empty where tax is charged. */
  note: z.string(),
})
export type TaxLine = z.infer<typeof taxLineSchema>

const invoiceTotalsSchema = z.strictObject({
  /** Sum of the lines' fees. */
  net: decimalSchema,
  tax: decimalSchema,
  gross: decimalSchema,
  /** Prepaid and returned credit used for it. */
  credit_applied: decimalSchema,
  /** `gross` less `credit_applied`. */
  due: decimalSchema,
})

export const invoiceDocumentSchema = z.strictObject({
  format: z.literal('kept.invoice'),
  version: z.literal(1),
  kind: invoiceKindSchema,
  id: z.uuid(),
  /** "KPT-2026-0007", "KPT-CN-2026-0001"; null while it is a draft. */
  number: z.string().min(1).max(40).nullable(),
  organization_id: z.uuid(),
  /** Dates of UTC; null while it is a draft. */
  issued_on: z.iso.date().nullable(),
  due_on: z.iso.date().nullable(),
  terms_days: z.int().min(0).max(180),
  /** Month of the savings that the document is mainly about. */
  period: monthSchema,
  currency: currencySchema,
  /** BCP 47, for numbers and dates on the document: "en-US", "de-DE". */
  locale: z.string().min(2).max(35),
  seller: partySchema,
  buyer: partySchema,
  purchase_order: z.string().max(100),
  lines: z.array(invoiceLineSchema),
  tax: z.array(taxLineSchema),
  totals: invoiceTotalsSchema,
  statements: z.array(invoiceStatementSchema),
  /** Commission rules it was made by, each with the sentence that says them. */
  rules: z.array(z.strictObject({ id: z.string(), version: z.int(), text: z.string() })),
  /** Of a credit note: the invoice and lines it corrects, and why. */
  corrects: z
    .strictObject({ invoice_id: z.uuid(), number: z.string(), line_ids: z.array(z.string()), reason: z.string() })
    .nullable(),
  payment: z.strictObject({
    /** What a transfer must quote. */
    reference: z.string(),
    /** Printed as they stand: bank, routing, account, IBAN. Empty where the operator has set none. */
    bank_lines: z.array(z.string().max(200)).max(10),
  }),
  /** Sentences printed at the foot: legal form, register. */
  notes: z.array(z.string().max(500)).max(10),
})
export type InvoiceDocument = z.infer<typeof invoiceDocumentSchema>
