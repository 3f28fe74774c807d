/** The invoice of the signed month, for tests: one line for each share of the fee, signed and drawn. */
import type { InvoiceDocument, LineGroup } from '@kept/domain/billing/invoice-document.ts'
import { writeCii } from '@kept/engine/billing/einvoice/cii.ts'
import { nanoText } from '@kept/engine/savings/exact.ts'
import { sampleInvoice } from '@kept/engine/testing/sample-invoice.ts'
import { sha256 } from '@kept/engine/testing/savings-bill.ts'
import { toPlaces } from '@kept/foundation/decimal.ts'
import { invoicePdf } from '../../../billing/documents/pdf/invoice-pdf.ts'
import { signer, statement } from './signed-month.ts'

const statementText = `${JSON.stringify(statement, null, 2)}\n`

const saved = (id: string): string =>
  nanoText(
    statement.entries
      .filter(({ action, hash }) => action === id && statement.commission.entries.includes(hash))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  )

export function invoiceOfMonth(more: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = statement.commission.shares.map(({ action, fee }) => {
    const amount = toPlaces(fee, 2)
    const group: LineGroup = statement.actions.find(({ id }) => id === action)?.kind ?? 'demand'
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
    organization_id: statement.organization_id,
    statements: [
      {
        id: 'statement-1',
        period: '2026-09',
        kind: 'final',
        sha256: sha256(statementText),
        ledger_head: statement.head.hash,
        fee: toPlaces(statement.commission.fee, 2),
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
    statements: new Map([['statement-1', parts.statement ?? statementText]]),
    cii: parts.cii ?? writeCii(document),
  })
}
