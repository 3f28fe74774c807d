/**
 * Bills the demo as if Kept had run in the months that its bill shows: each statement a few days after its month, each
 * invoice after its review. The first one had a dispute that was accepted, and older ones are paid. Everything goes
 * through the same steps as for a customer, only at earlier times.
 */
import { partySchema } from '@kept/domain/billing/invoice-document.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { type InvoiceRow, listInvoices } from '@kept/store/billing/invoices.ts'
import { readLines } from '@kept/store/billing/lines.ts'
import { readAccount, writeAccount } from '@kept/store/billing/settings.ts'
import { listUnbilled } from '@kept/store/billing/statements.ts'
import type { BillingDeps } from './deps.ts'
import { answer, openDispute } from './disputes.ts'
import { draftStatements } from './documents/draft-statements.ts'
import { issueDue } from './documents/issue-due.ts'
import { recordTransfer } from './payments/record-transfer.ts'

/** Days after a month in which its statement is signed. */
const closesAfterDays = 5
const reviewDays = 7
/** The demo's customer pays this long after an invoice was issued. */
const paysAfterDays = 24

const customer = partySchema.parse({
  name: 'Northwind Demo, Inc.',
  street: '1 Harbor Plaza',
  city: 'Portland',
  postal_code: '97204',
  region: 'OR',
  country: 'US',
  email: 'billing@northwind.example',
})

export async function billDemo(deps: BillingDeps, scope: Scope): Promise<void> {
  const { database } = deps.state
  const today = deps.now()
  const at = (time: number): BillingDeps => ({ ...deps, now: () => new Date(Math.min(time, today.getTime())) })
  await addAccount(deps, scope)
  for (;;) {
    const [next] = await database.scoped(scope, (tx) => listUnbilled(tx, { limit: 1 }))
    if (!next) break
    const closed = Date.parse(startOfMonth(`${next.period}-01`, 1)) + closesAfterDays * dayMs
    if ((await draftStatements(at(closed), scope, { limit: 1 })).handled === 0) break
    const issued = closed + reviewDays * dayMs
    if (issued > today.getTime()) continue
    await issueDue(at(issued), scope)
    await disputeFirst(at(issued + 2 * dayMs), scope)
  }
  await payOlder(deps, scope)
}

async function addAccount({ state, now }: BillingDeps, scope: Scope): Promise<void> {
  await state.database.scoped(scope, async (tx) => {
    if (await readAccount(tx)) return
    const account = { buyer: customer, recipients: [], locale: 'en-US', purchase_order: '' }
    await writeAccount(tx, { ...account, preferred_rail: 'transfer' }, { now: now() })
  })
}

const everything = { page: 1, page_size: 100 }

/** The smallest line of the first invoice was disputed after it was issued, and credited. */
async function disputeFirst({ state, now }: BillingDeps, scope: Scope): Promise<void> {
  const { invoices } = await listInvoices(state.database, scope, everything)
  // Newest first.
  const first = invoices.filter(isIssuedInvoice).at(-1)
  if (!first || invoices.some(({ kind }) => kind === 'credit_note')) return
  await state.database.scoped(scope, async (tx) => {
    const lines = (await readLines(tx, first.id)).filter(({ feeMinor }) => feeMinor > 0n)
    const [smallest, other] = lines.toSorted((a, b) => (a.feeMinor < b.feeMinor ? -1 : 1))
    if (!smallest || !other) return
    const id = await openDispute(tx, {
      ...{ invoiceId: first.id, lineId: smallest.id, userName: 'Demo administrator', now: now() },
      reason: 'We had planned this before Kept recommended it.',
    })
    await answer(tx, id, {
      ...{ accept: true, text: 'Your change record shows it. We credit the line.', userName: 'Kept', now: now() },
    })
  })
}

async function payOlder({ state, now }: BillingDeps, scope: Scope): Promise<void> {
  const { invoices } = await listInvoices(state.database, scope, everything)
  for (const invoice of invoices.filter(isIssuedInvoice)) {
    const paid = new Date((invoice.issuedAt?.getTime() ?? now().getTime()) + paysAfterDays * dayMs)
    if (paid > now()) continue
    const open = openAmount(invoice)
    if (open <= 0n) continue
    await state.database.scoped(scope, (tx) =>
      recordTransfer(tx, invoice.id, {
        ...{ amount: amountText(open, invoice.currency), currency: invoice.currency },
        ...{
          reference: invoice.number ?? invoice.id,
          receivedOn: utcDay(paid.getTime()),
          recordedBy: 'Kept',
          now: paid,
        },
      }),
    )
  }
}

function isIssuedInvoice({ state, kind }: InvoiceRow): boolean {
  return state === 'issued' && kind === 'invoice'
}
