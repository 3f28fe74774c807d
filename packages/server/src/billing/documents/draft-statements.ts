/**
 * Signed statements become lines of drafts. A final statement opens the organization's draft of its currency or joins
 * the open one; a true-up joins an open draft, and one that gives money back without a draft becomes a credit note.
 */
import { isBilledMonth } from '@kept/domain/billing/subscription.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { toMinor } from '@kept/engine/billing/minor.ts'
import { type DraftLine, linesOfStatement } from '@kept/engine/billing/statement-lines.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { createDraft, extendDraft, findOpenDraft, type InvoiceRow } from '@kept/store/billing/invoices.ts'
import { addLines, chargedFor } from '@kept/store/billing/lines.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { readSettings } from '@kept/store/billing/settings.ts'
import {
  findInvoiceOfMonth,
  listUnbilled,
  markHandled,
  readActionTitles,
  type SignedStatement,
} from '@kept/store/billing/statements.ts'
import { readSubscription } from '@kept/store/billing/subscriptions.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { BillingDeps } from '../deps.ts'
import { balanceMonth } from './balance-month.ts'
import { issueInvoice } from './issue-invoice.ts'
import { notifyDrafted } from './notify.ts'
import { parseSigned } from './parse-signed.ts'

/** Statements handled in one transaction. */
const statementsAtOnce = 50

interface DraftRun {
  /** Statements that were added to a draft, credited, or have nothing to bill. */
  handled: number
  drafts: number
  creditNotes: number
}

/** Handles statements without a document, oldest first; at most `limit`. */
export async function draftStatements(
  deps: BillingDeps,
  scope: Scope,
  { limit = statementsAtOnce }: { limit?: number } = {},
): Promise<DraftRun> {
  const now = deps.now()
  const run: DraftRun = { handled: 0, drafts: 0, creditNotes: 0 }
  await deps.state.database.scoped(scope, async (tx) => {
    await lockBilling(tx)
    const { settings } = await readSettings(tx)
    const issueAfter = new Date(now.getTime() + settings.draft_days * dayMs)
    const touched = new Map<string, InvoiceRow>()
    const unbilled = await listUnbilled(tx, { limit })
    for (const signed of unbilled) {
      const outcome = await handle(tx, signed, { now, issueAfter })
      if (outcome === 'waits') continue
      run.handled += 1
      if (outcome === 'nothing') continue
      touched.set(outcome.id, outcome)
    }
    for (const invoice of touched.values()) {
      if (invoice.kind === 'credit_note') {
        run.creditNotes += 1
        await issueInvoice(tx, invoice.id, { now })
      } else {
        run.drafts += 1
        await notifyDrafted(tx, scope, invoice.id)
      }
    }
  })
  if (run.handled > 0)
    deps.log.info(
      { event: 'billing.statements_drafted', organization_id: scope.organizationId, ...run },
      'drafted statements',
    )
  return run
}

interface Window {
  now: Date
  issueAfter: Date
}

type Outcome = 'nothing' | 'waits' | InvoiceRow

async function handle(tx: ScopedTransaction, signed: SignedStatement, window: Window): Promise<Outcome> {
  const statement = parseSigned(signed)
  const fee = toMinor(statement.commission.fee, signed.currency)
  const common = {
    statementId: signed.id,
    currency: signed.currency,
    period: signed.period,
    feeMinor: fee,
    now: window.now,
  }
  const { endsOn } = await readSubscription(tx)
  if (fee === 0n || !isBilledMonth(signed.period, endsOn)) {
    await markHandled(tx, { ...common, outcome: 'nothing_to_bill', invoiceId: null })
    return 'nothing'
  }
  const draft = await draftFor(tx, signed, fee, window)
  if (draft === 'waits') return 'waits'
  if (draft === 'nothing') {
    await markHandled(tx, { ...common, outcome: 'nothing_to_bill', invoiceId: null })
    return 'nothing'
  }
  const isNew = await markHandled(tx, {
    ...common,
    outcome: draft.kind === 'credit_note' ? 'credited' : 'drafted',
    invoiceId: draft.id,
  })
  if (!isNew) throw new Error(`statement ${signed.id} was billed before`)
  const titles = await readActionTitles(
    tx,
    statement.commission.shares.map(({ action }) => action),
  )
  const lines = linesOfStatement(statement, signed.kind, (id) => titles.get(id))
  await addLines(
    tx,
    lines.map((line) => toNewLine(line, draft.id, signed)),
  )
  const month = { period: signed.period, currency: signed.currency, statementId: signed.id }
  await balanceMonth(tx, month, async () => draft.id)
  return draft
}

/** The document that the statement joins. A true-up that charges more waits for the next month's. */
async function draftFor(
  tx: ScopedTransaction,
  { kind, currency, period }: SignedStatement,
  fee: bigint,
  { now, issueAfter }: Window,
): Promise<Outcome> {
  const open = await findOpenDraft(tx, currency)
  if (kind === 'final') {
    if (!open) return createDraft(tx, { kind: 'invoice', currency, period, now, issueAfter })
    await extendDraft(tx, open.id, { period: period > open.period ? period : open.period, issueAfter })
    return open
  }
  if (open) return open
  if (fee > 0n) return 'waits'
  // All of the month's fee was dropped or given back before.
  if ((await chargedFor(tx, { period, currency })) <= 0n) return 'nothing'
  const corrects = await findInvoiceOfMonth(tx, { period, currency })
  return createDraft(tx, { kind: 'credit_note', currency, period, now, issueAfter: now, correctsInvoiceId: corrects })
}

function toNewLine(line: DraftLine, invoiceId: string, { id, currency }: SignedStatement) {
  return { ...line, invoiceId, statementId: id, currency }
}
