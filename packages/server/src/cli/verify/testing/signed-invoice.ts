/** The invoice of a signed month, for tests: one line for each share of the fee, signed and drawn. */
import type { InvoiceDocument, LineGroup } from '@kept/domain/billing/invoice-document.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { writeCii } from '@kept/engine/billing/einvoice/cii.ts'
import { nanoText } from '@kept/engine/savings/exact.ts'
import { sampleInvoice } from '@kept/engine/testing/sample-invoice.ts'
import { sha256 } from '@kept/engine/testing/savings-bill.ts'
import { toPlaces } from '@kept/foundation/decimal.ts'
import { invoicePdf } from '../../../billing/documents/pdf/invoice-pdf.ts'
import { signer, statement } from './signed-month.ts'

const textOf = (signed: Statement): string => `${JSON.stringify(signed, null, 2)}\n`

const savedIn = (signed: Statement, id: string): string =>
  nanoText(
    signed.entries
      .filter(({ action, hash }) => action === id && signed.commission.entries.includes(hash))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  )

export function invoiceOfMonth(more: Partial<InvoiceDocument> = {}, signed = statement): InvoiceDocument {
  const saved = (id: string) => savedIn(signed, id)
  const lines = signed.commission.shares.map(({ action, fee }) => {
    const amount = toPlaces(fee, 2)
    const group: LineGroup = signed.actions.find(({ id }) => id === action)?.kind ?? 'demand'
    return {
      ...{ fee: amount, fee_exact: amount, saved: saved(action), group, description: `Savings by ${action}` },
      ...{ statement_id: 'statement-1', period: '2026-09' },
      actions: [{ action_id: action, title: action, resource: action, saved: saved(action), fee: amount }],
    }
  })
  return sampleInvoice({
    lines,
    currency: 'USD',
    period: '2026-09',
    organization_id: signed.organization_id,
    statements: [
      {
        id: 'statement-1',
        period: '2026-09',
        kind: 'final',
        sha256: sha256(textOf(signed)),
        ledger_head: signed.head.hash,
        fee: toPlaces(signed.commission.fee, 2),
      },
    ],
    ...more,
  })
}

interface Parts {
  text?: string
  signed?: string
  statement?: string
  cii?: string
  logo?: Buffer
  signer?: typeof signer
}

/** The PDF of a document, with parts replaced as a forger would. */
export async function signedInvoicePdf(document = invoiceOfMonth(), parts: Parts = {}): Promise<Buffer> {
  const text = parts.text ?? `${JSON.stringify(document, null, 2)}\n`
  const { publicKey, sign } = parts.signer ?? signer
  const signature = { algorithm: 'Ed25519', public_key: publicKey, value: sign(parts.signed ?? text) }
  return invoicePdf({
    ...{ document, text, logo: parts.logo },
    signature: JSON.stringify(signature),
    statements: new Map([['statement-1', parts.statement ?? textOf(statement)]]),
    cii: parts.cii ?? writeCii(document),
  })
}
