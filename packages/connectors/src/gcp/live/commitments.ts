/**
 * Resource-based committed use of a project. Google reports neither its price nor its use outside of the billing
 * export, so that only what is committed and its end are listed.
 */
import { type CommitmentFigures, commitmentItemType } from '@kept/domain/commitment-item.ts'
import * as z from 'zod'
import { attributes, dayOf } from '../../live-item.ts'
import { definePort, gcpItem, readData } from './define-port.ts'

const text = z.string()

export const commitmentsPort = definePort({
  dataset: 'commitments',
  unlocks: 'Committed use, and when it ends',
  lists: [
    {
      type: 'compute.googleapis.com/Commitment',
      reason: 'Lists committed use discounts, with their end.',
      toItems(resource, location) {
        const { status, plan, type, category, startTimestamp, endTimestamp, resources } = readData(resource, {
          status: text,
          plan: text,
          type: text,
          category: text,
          startTimestamp: text,
          endTimestamp: text,
          resources: z.array(z.object({ type: text.nullish(), amount: z.union([text, z.number()]).nullish() })),
        })
        const committed = new Map((resources ?? []).map((entry) => [entry.type, Number(entry.amount)]))
        const figures: CommitmentFigures = {
          commitment_type: 'Committed use discount',
          commitment_category: 'Usage',
          starts_on: dayOf(startTimestamp),
          ends_on: dayOf(endTimestamp),
          currency: undefined,
          cost_30_days: undefined,
          unused_30_days: undefined,
          covered_30_days: undefined,
          amounts_from: undefined,
        }
        return [
          gcpItem(resource, location, {
            type: commitmentItemType,
            service: 'Compute Engine',
            size: sizeOf(committed),
            state: (status ?? '').toLowerCase(),
            attributes: attributes({ ...figures, term: plan, family: type, category }),
          }),
        ]
      },
    },
  ],
})

/** "8 vCPU, 32 GB". Google counts memory in MB. */
function sizeOf(committed: ReadonlyMap<string | null | undefined, number>): string {
  const [cores, memory] = [committed.get('VCPU'), committed.get('MEMORY')]
  return [cores && `${cores} vCPU`, memory && `${memory / 1024} GB`].filter(Boolean).join(', ')
}
