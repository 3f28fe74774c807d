import type { Scope } from '@kept/domain/scope.ts'
import { isDemoOrganization } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { evaluateBillingAlerts } from './alerts/evaluate.ts'
import { billDemo } from './bill-demo.ts'
import type { AlertDeps, BillingDeps } from './deps.ts'
import { draftStatements } from './documents/draft-statements.ts'
import { issueDue } from './documents/issue-due.ts'
import { type EmailDeps, writeEmails } from './documents/write-emails.ts'
import { sendWaitingEmails } from './payments/send-emails.ts'

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
  run: async (_input, deps: AlertDeps & EmailDeps, signal) => {
    await forEachOrganization(deps.state.database, signal, async (scope) => {
      // One organization's failure must not keep the others from being billed.
      try {
        await draftAll(deps, scope, signal)
        await issueDue(deps, scope, signal)
        await writeEmails(deps, scope)
        await evaluateBillingAlerts(deps, scope)
      } catch (error) {
        signal.throwIfAborted()
        deps.log.error(
          { event: 'billing.hourly_failed', organization_id: scope.organizationId, err: error },
          'could not bill an organization',
        )
      }
    })
    await sendWaitingEmails(deps, signal)
  },
})

export async function draftAll(deps: BillingDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  if (await isDemoOrganization(deps.state.database, scope)) return billDemo(deps, scope)
  while ((await draftStatements(deps, scope)).handled > 0) signal?.throwIfAborted()
}
