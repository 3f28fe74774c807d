import type { Scope } from '@kept/domain/scope.ts'
import { listDisputesOf } from '@kept/store/billing/disputes.ts'
import { listDueDrafts } from '@kept/store/billing/invoices.ts'
import { readLines } from '@kept/store/billing/lines.ts'
import { readAccount } from '@kept/store/billing/settings.ts'
import type { BillingDeps } from '../deps.ts'
import { issueInvoice } from './issue-invoice.ts'
import { requireInvoice } from './load-document.ts'
import { voidDraft } from './void-draft.ts'

/** Issues drafts whose window has ended, each in a transaction of its own. Returns how many. */
export async function issueDue({ state, log, now }: BillingDeps, scope: Scope, signal?: AbortSignal): Promise<number> {
  const { database } = state
  const { ids, account } = await database.scoped(scope, async (tx) => ({
    ids: await listDueDrafts(tx, now()),
    account: await readAccount(tx),
  }))
  let issued = 0
  for (const id of ids) {
    signal?.throwIfAborted()
    if (account === null) {
      log.warn(
        { event: 'billing.details_missing', organization_id: scope.organizationId, invoice_id: id },
        'a draft waits for billing details',
      )
      continue
    }
    const number = await database.scoped(scope, async (tx) => {
      const { state: current } = await requireInvoice(tx, id)
      if (current !== 'draft') return null
      if ((await readLines(tx, id)).length > 0) return issueInvoice(tx, id, { now: now() })
      // Every line is disputed: the draft waits for the answers, and is voided when nothing is left of it.
      const disputes = await listDisputesOf(tx, { invoiceId: id })
      if (disputes.every((dispute) => dispute.state !== 'open'))
        await voidDraft(tx, id, { reason: 'All of its lines were dropped.', now: now() })
      return null
    })
    if (number === null) continue
    issued += 1
    log.info(
      { event: 'billing.invoice_issued', organization_id: scope.organizationId, invoice_id: id, number },
      'issued an invoice',
    )
  }
  return issued
}
