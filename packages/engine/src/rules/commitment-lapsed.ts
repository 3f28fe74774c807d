import type { CommitmentUse, FactWindow, ResourceUse } from '@kept/domain/facts.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { type Discount, discountFor } from './commitment-discounts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, divideBy, multiplyBy, multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { percent } from './reading/labels.ts'
import { goneAfterDays, stillThere } from './reading/last-seen.ts'
import { isMachineTime } from './reading/machine-time.ts'
import { share } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  days: {
    label: 'Days since it last covered usage',
    value: goneAfterDays + 1,
    unit: 'days',
    source: 'Kept: bills arrive up to two days late',
  },
} as const

/** Commitments that ended while what they covered runs on at the full price. */
export const commitmentLapsed = defineRule({
  id: 'commitment-lapsed',
  title: 'Expired commitment',
  description:
    'This commitment ended, and the instances it covered now run at the on-demand price. Renew it, or buy one that fits better, to get the discount back.',
  noun: { singular: 'commitment', plural: 'commitments' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['commitment_usage', 'resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: [],
  evaluate({ commitment_usage, resource_usage }, { window, monthly }) {
    const candidates = commitment_usage.flatMap((commitment): Candidate[] => {
      const days = daysUncovered(commitment, window)
      const discount = discountFor(cloudOf(commitment.provider), commitment.service)
      if (days === undefined || !discount) return []
      const paid = sum(uncoveredSince(commitment, resource_usage, window).map((row) => row.effective))
      if (compare(paid, '0') <= 0) return []
      // Paid at the full price for the days since; a whole window of such days is what a renewal is about.
      const windowCost = share(paid, window.days / days)
      return [renewalOf({ commitment, discount, paid, days, windowCost }, window, monthly)]
    })
    return { candidates, evaluatedCount: commitment_usage.length, skipReasons: [] }
  },
})

/** Days of usage at the full price since a commitment ended; undefined while it covers usage, or may again. */
function daysUncovered({ ends_on, last_day }: CommitmentUse, window: FactWindow): number | undefined {
  // It covers nothing, and it did not end: that is an unused commitment.
  if (ends_on !== undefined && ends_on >= window.to) return undefined
  const days = daysBetween(last_day, window.to)
  return stillThere(last_day, window) || days < thresholds.days.value ? undefined : Math.max(1, days - 1)
}

/** Usage of what the commitment covered, after it ended. */
function uncoveredSince(
  { commitment_id, currency, last_day }: CommitmentUse,
  usage: readonly ResourceUse[],
  window: FactWindow,
): ResourceUse[] {
  const covered = new Set(
    usage
      .filter((row) => row.commitment_id === commitment_id && row.currency === currency)
      .map((row) => row.resource_id),
  )
  return usage.filter(
    (row) =>
      row.commitment_id === '' &&
      row.resource_id !== '' &&
      row.currency === currency &&
      covered.has(row.resource_id) &&
      isMachineTime(row) &&
      row.last_day > last_day &&
      stillThere(row.last_day, window),
  )
}

interface Renewal {
  commitment: CommitmentUse
  discount: Discount
  /** Since it ended, and what a window of such days costs. */
  paid: Decimal
  days: number
  windowCost: Decimal
}

function renewalOf(
  { commitment, discount, paid, days, windowCost }: Renewal,
  window: FactWindow,
  monthly: (amount: Decimal, currency: string) => string,
): Candidate {
  const { currency } = commitment
  return {
    location: {
      ...locationOf({
        ...commitment,
        resource_id: commitment.commitment_id,
        resource_name: commitment.commitment_name,
      }),
      resource_type: commitment.commitment_type,
    },
    part: 'renewal',
    summary: `${commitment.commitment_name || commitment.commitment_id} last covered usage on ${commitment.last_day}. That usage now costs ${monthly(windowCost, currency)} on demand.`,
    cost: windowCost,
    saving: [
      beginWithCost('On-demand cost since then', paid, currency),
      divideBy('Days since it last covered usage', String(days), 'days'),
      multiplyBy('Days in the window', String(window.days), 'days'),
      multiplyByShare('Assumed discount', discount),
    ],
    confidence: 0.7,
    coversPool: true,
    evidence: [
      { label: 'Last day it covered usage', value: formatDay(commitment.last_day) },
      ...(commitment.ends_on === undefined ? [] : [{ label: 'Ended on', value: commitment.ends_on }]),
      { label: 'Commitment type', value: discount.offer },
      { label: 'Discount source', value: discount.source },
      { label: 'Break-even', value: percent(1 - discount.mid), unit: 'of the commitment must be used' },
    ],
    steps: [
      'Check which instances will still run in a year. Commit to those only.',
      `Renew it (${discount.offer}), and set a reminder two months before it ends.`,
    ],
  }
}
