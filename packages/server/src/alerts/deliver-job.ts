import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { type SendDeps, sendDelivery } from './send-delivery.ts'

/** Delivers once. A retry is a new job, queued in the transaction that records the result. */
export const deliverJob = defineJob({
  name: 'deliver-alert',
  input: z.object({ organization_id: z.uuid(), delivery_id: z.uuid() }),
  // If the job itself fails (database down), the next tick finds the delivery again.
  retries: 2,
  concurrency: 4,
  run: async ({ organization_id, delivery_id }, services: SendDeps & Pick<Services, 'jobs'>) => {
    const scope = { organizationId: organization_id }
    await sendDelivery(services, scope, delivery_id, queueTry(services, scope.organizationId))
  },
})

export function queueTry({ jobs }: Pick<Services, 'jobs'>, organization_id: string) {
  return (tx: ScopedTransaction, delivery_id: string, afterMs = 0): Promise<void> =>
    jobs.send(deliverJob, { organization_id, delivery_id }, { within: tx, afterSeconds: afterMs / 1000 })
}
