/** Daily: takes the steps of the dunning campaign that are due for each overdue invoice. */
import type { DunningStep } from '@kept/domain/billing/dunning.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { planDunning } from '@kept/engine/billing/dunning-plan.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { addStep, listSteps, readCampaign } from '@kept/store/billing/dunning.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { listOverdueInvoices } from '@kept/store/billing/rail-across-customers.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { type DunningDeps, takeStep } from './dunning-steps.ts'
import { sendWaitingEmails } from './send-emails.ts'

export const dunningJob = defineJob({
  name: 'billing-dunning',
  input: z.object({}),
  retries: 2,
  cron: '10 6 * * *',
  run: (_input, deps: DunningDeps, signal) => runDunning(deps, signal),
})

export async function runDunning(deps: DunningDeps, signal?: AbortSignal): Promise<void> {
  const { state, log, now } = deps
  const { database } = state
  const today = utcDay(now().getTime())
  for (const { organizationId, id, currency, dueOn } of await listOverdueInvoices(database, today)) {
    signal?.throwIfAborted()
    const campaign = await readCampaign(database, currency)
    if (!campaign.enabled) continue
    const scope = { organizationId }
    const past = await database.scoped(scope, (tx) => listSteps(tx, id))
    const { take, skip } = planDunning({ dueOn, today, steps: campaign.steps, past })
    try {
      await database.scoped(scope, async (tx) => {
        await lockBilling(tx)
        for (const step of skip)
          await addStep(tx, id, step, { state: 'skipped', detail: 'A later step was due as well.', now: now() })
      })
      for (const step of take) await takeAndLog(deps, scope, id, step)
    } catch (error) {
      signal?.throwIfAborted()
      // One customer's failure must not keep the others from being reminded.
      log.error(
        { event: 'billing.dunning_failed', organization_id: organizationId, invoice_id: id, err: error },
        'could not take a dunning step',
      )
    }
  }
  await sendWaitingEmails(deps, signal)
}

async function takeAndLog(deps: DunningDeps, scope: Scope, invoiceId: string, step: DunningStep): Promise<void> {
  const result = await takeStep(deps, scope, invoiceId, step)
  if (result === undefined) return
  deps.log.info(
    {
      event: 'billing.dunning_step',
      ...{ organization_id: scope.organizationId, invoice_id: invoiceId, ...step, ...result },
    },
    'took a dunning step',
  )
}
