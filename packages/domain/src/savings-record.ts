/**
 * An action as it is recorded: a claimed change, before the bill shows it. It counts from the hour in which
 * the provider's own data show the change, once its baseline is frozen; until then it has a state and a reason, no number.
 */
import { entriesOf } from '@kept/foundation/keys.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import { offMaskSchema } from './action.ts'
import { hourSchema } from './hour.ts'
import { decimalSchema } from './money.ts'

/** `waiting`: the bill does not show it yet. `refused`: it can never be counted. The reason says why. */
const actionStates = ['waiting', 'counting', 'refused', 'withdrawn'] as const
export const actionStateSchema = z.enum(actionStates)
export type ActionState = z.infer<typeof actionStateSchema>

const sku = z.string().trim().min(1).max(500)

const recordedKinds = ['terminate', 'schedule', 'rightsize', 'commitment', 'demand', 'loop_stop'] as const
export type RecordedKind = (typeof recordedKinds)[number]

/** Who recorded it: a person, or a feature that made or detected the change itself. */
export const actionSources = ['person', 'recommendation', 'loop', 'schedule'] as const
export type ActionSource = (typeof actionSources)[number]

/** What was asked of something, hour by hour: a counted metric of a resource, such as the requests of a load balancer. */
const demandOfSchema = z.strictObject({
  resource_id: z.string().trim().min(1).max(2000),
  metric: z.string().trim().min(1).max(200),
})
export type DemandOf = z.infer<typeof demandOfSchema>

export const savingsActionInputSchema = z.strictObject({
  /** Left out: derived from the bill. */
  kind: z.enum(recordedKinds).optional(),
  /** ResourceId as it stands in the bill; of a commitment, its CommitmentDiscountId. */
  resource_id: z.string().trim().min(1).max(2000),
  /** The change is looked for from this hour on. */
  not_before: hourSchema,
  expires: hourSchema.nullish(),
  off_mask: offMaskSchema.optional(),
  from_sku: sku.optional(),
  to_sku: sku.optional(),
  /** The meter that a fix in code or a stopped loop is about. Left out: the one that costs most. */
  sku: sku.optional(),
  /** Of a stopped loop: when it began to burn, and what was measured of the meter in an hour. The bill has the last word. */
  started_at: hourSchema.optional(),
  hourly_quantity: decimalSchema.optional(),
  /** What was asked of it: a fix in code is set against it, and growth by the same factor replaces nothing. */
  demand: demandOfSchema.optional(),
  environment: z.enum(['production', 'development']).optional(),
  /** What shows that it was done: a ticket, a change number, a log line. Its hash goes into the action. */
  evidence: z.string().trim().max(2000).default(''),
})
export type SavingsActionInput = z.infer<typeof savingsActionInputSchema>

/** The kinds of action each field belongs to; any other action with the field is rejected. */
const fieldsOf = {
  off_mask: ['schedule'],
  // What it ran as; of a resource with several meters, the one to look at.
  from_sku: ['rightsize', 'terminate', 'schedule'],
  to_sku: ['rightsize'],
  sku: ['demand', 'loop_stop'],
  started_at: ['loop_stop'],
  hourly_quantity: ['loop_stop'],
  // Of a rightsize, a termination or a schedule: what explains that its group grows.
  demand: ['demand', 'rightsize', 'terminate', 'schedule'],
} as const satisfies Partial<Record<keyof SavingsActionInput, readonly RecordedKind[]>>

/** What is wrong with a wish, as a sentence; undefined when nothing is. */
export function validateActionInput(input: SavingsActionInput): string | undefined {
  const { kind } = input
  for (const [field, kinds] of entriesOf(fieldsOf)) {
    if (input[field] === undefined || (kind !== undefined && isOneOf(kinds, kind))) continue
    // A wish of no kind lets the bill decide; sizes help it to see a rightsize.
    if (kind === undefined && (field === 'from_sku' || field === 'to_sku')) continue
    const kindList = kinds.map((kindName) => `"${kindName}"`).join(' or ')
    return `${field} belongs to an action of the kind ${kindList}; ${kind ? `this one is "${kind}"` : 'this one names no kind'}.`
  }
  if (kind === 'demand' && !input.demand)
    return 'An action of the kind "demand" names what its use is set against: demand.resource_id and demand.metric.'
  return undefined
}
