/** A document from its lines, parties and settings: deterministic, so that it can be made again and compared. */
import type { BillingAccount } from '@kept/domain/billing/account.ts'
import type {
  InvoiceDocument,
  InvoiceLine,
  InvoiceStatement,
  LineAction,
  LineGroup,
} from '@kept/domain/billing/invoice-document.ts'
import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import { decimal, negate } from '@kept/foundation/decimal.ts'
import { amountText } from './minor.ts'
import { type TaxTreatment, taxTreatmentOf } from './tax.ts'
import { type Totals, totalsOf } from './totals.ts'

interface DocumentLine {
  readonly id: string
  readonly group: LineGroup
  readonly description: string
  readonly statementId: string
  readonly period: string
  readonly saved: string
  readonly feeExact: string
  readonly feeMinor: bigint
  readonly actions: readonly LineAction[]
}

export interface DocumentInput {
  readonly id: string
  readonly organizationId: string
  readonly period: string
  readonly currency: string
  readonly lines: readonly DocumentLine[]
  readonly statements: readonly InvoiceStatement[]
  readonly rules: InvoiceDocument['rules']
  readonly account: Pick<BillingAccount, 'buyer' | 'locale' | 'purchase_order'>
  readonly termsDays: number
  readonly settings: BillingSettings
  /** Of a credit note: as the invoice it corrects was taxed. */
  readonly tax?: TaxTreatment | undefined
  /** Credit that may be used for it, minor units. */
  readonly credit: bigint
  readonly corrects: InvoiceDocument['corrects']
  /** Null: a draft. */
  readonly issued: { readonly number: string; readonly issuedOn: string; readonly dueOn: string } | null
}

export function buildDocument(input: DocumentInput): { document: InvoiceDocument; totals: Totals } {
  const { currency, lines, settings, account, issued } = input
  const tax = input.tax ?? taxTreatmentOf(account.buyer, settings.tax)
  const totals = totalsOf(
    lines.map(({ feeMinor }) => feeMinor),
    tax.percent,
    input.credit,
  )
  const isCreditNote = totals.kind === 'credit_note'
  const text = (minor: bigint) => amountText(minor, currency)
  const document: InvoiceDocument = {
    format: 'kept.invoice',
    version: 1,
    kind: totals.kind,
    id: input.id,
    number: issued?.number ?? null,
    organization_id: input.organizationId,
    issued_on: issued?.issuedOn ?? null,
    due_on: issued?.dueOn ?? null,
    terms_days: input.termsDays,
    period: input.period,
    currency,
    locale: account.locale,
    seller: settings.seller,
    buyer: account.buyer,
    purchase_order: account.purchase_order,
    lines: lines.map((line, index) => lineOf(line, index + 1, { currency, tax, isCreditNote })),
    tax: [
      {
        category: tax.category,
        percent: tax.percent,
        base: text(totals.net),
        tax: text(totals.tax),
        note: tax.note,
      },
    ],
    totals: {
      net: text(totals.net),
      tax: text(totals.tax),
      gross: text(totals.gross),
      credit_applied: text(totals.creditApplied),
      due: text(totals.due),
    },
    statements: [...input.statements],
    rules: [...input.rules],
    corrects: isCreditNote ? input.corrects : null,
    payment: { reference: issued?.number ?? '', bank_lines: settings.bank_lines },
    notes: settings.notes,
  }
  return { document, totals }
}

function lineOf(
  { id, group, description, statementId, period, saved, feeExact, feeMinor, actions }: DocumentLine,
  position: number,
  { currency, tax, isCreditNote }: { currency: string; tax: TaxTreatment; isCreditNote: boolean },
): InvoiceLine {
  const signed = (amount: string) => (isCreditNote ? negate(amount) : decimal(amount))
  return {
    ...{ id, position, group, description, statement_id: statementId, period },
    saved: signed(saved),
    fee_exact: signed(feeExact),
    fee: amountText(isCreditNote ? -feeMinor : feeMinor, currency),
    tax_category: tax.category,
    tax_percent: tax.percent,
    actions: actions.map((action) => ({
      ...action,
      saved: signed(action.saved),
      fee: isCreditNote ? signedText(action.fee) : action.fee,
    })),
  }
}

/** The amount with its sign turned and all its digits kept. */
function signedText(amount: string): string {
  if (/^-?0(\.0+)?$/.test(amount)) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}
