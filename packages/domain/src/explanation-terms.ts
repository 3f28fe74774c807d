/** The terms of a change, with their texts. */

import { keysOf } from '@kept/foundation/keys.ts'

interface TermFacts {
  label: string
  description: string
  /** `trend` follows from what is used and its price; `apart` moves with the calendar or is charged once. */
  kind: 'trend' | 'apart'
}

/** In the order of the waterfall. */
export const explanationTerms = {
  days: {
    label: 'Days in the period',
    description: 'The earlier daily cost of continuing usage, for as many days as one period has more than the other.',
    kind: 'apart',
  },
  new: { label: 'New resources', description: 'No cost lines in the earlier period.', kind: 'trend' },
  ended: { label: 'Removed resources', description: 'No cost lines in the later period.', kind: 'trend' },
  usage: { label: 'Usage', description: 'Quantity per day, at the earlier prices.', kind: 'trend' },
  mix: { label: 'Mix', description: 'Other sizes, types or tiers of the same resource.', kind: 'trend' },
  price: {
    label: 'Price',
    description: 'List price of a unit, or its cost where the bill names no list price.',
    kind: 'trend',
  },
  discount: { label: 'Negotiated discounts', description: 'Contracted price against list price.', kind: 'trend' },
  commitments: {
    label: 'Commitments',
    description: 'Coverage and rates of reservations and savings plans, and their unused part.',
    kind: 'trend',
  },
  unmeasured: {
    label: 'Usage or price',
    description: 'The bill has no quantity for these charges, so the two cannot be told apart.',
    kind: 'trend',
  },
  credits: { label: 'Credits', description: 'Credits and refunds on the bill.', kind: 'apart' },
  tax: { label: 'Tax', description: 'Taxes on the bill.', kind: 'apart' },
  fees: { label: 'Recurring fees', description: 'Support, subscriptions and other purchases.', kind: 'apart' },
  one_time: { label: 'One-time charges', description: 'Charged once.', kind: 'apart' },
  corrections: { label: 'Corrections', description: 'Corrected lines and adjustments.', kind: 'apart' },
} as const satisfies Record<string, TermFacts>

export type ExplanationTerm = keyof typeof explanationTerms
export const explanationTermNames = keysOf(explanationTerms)
