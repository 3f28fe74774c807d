import type { Scope } from '@kept/domain/scope.ts'
import { listDisputesOf } from '@kept/store/billing/disputes.ts'
import { listDueDrafts } from '@kept/store/billing/invoices.ts'
import { readLines } from '@kept/store/billing/lines.ts'
import { readAccount } from '@kept/store/billing/settings.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import type { BillingDeps } from './deps.ts'
import { draftStatements } from './documents/draft-statements.ts'
import { issueInvoice } from './documents/issue-invoice.ts'
import { requireInvoice } from './documents/load-document.ts'
import { voidDraft } from './documents/void-draft.ts'

/** Drafts one organization's new statements, after its savings were calculated. */
export const billingJob = defineJob({
  name: 'billing',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, deps: BillingDeps, signal) =>
    void (await draftAll(deps, { organizationId: organization_id }, signal)),
})

/** Hourly for every organization: statements that have no document yet, and drafts whose window has ended. */
export const billingHourlyJob = defineJob({
  name: 'billing-hourly',
  input: z.object({}),
  retries: 1,
  cron: '35 * * * *',
  run: async (_input, deps: BillingDeps, signal) => {
    for (const { id } of await listOrganizations(deps.state.database)) {
      signal.throwIfAborted()
      const scope = { organizationId: id }
      // One organization's failure must not keep the others from being billed.
      try {
        await draftAll(deps, scope, signal)
        await issueDue(deps, scope, signal)
      } catch (error) {
        signal.throwIfAborted()
        deps.log.error(
          { event: 'billing.hourly_failed', organization_id: id, err: error },
          'could not bill an organization',
        )
      }
    }
  },
})

export async function draftAll(deps: BillingDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  while ((await draftStatements(deps, scope)).handled > 0) signal?.throwIfAborted()
}

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
