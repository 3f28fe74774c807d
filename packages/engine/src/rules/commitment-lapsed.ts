import { compare, sum } from '@kept/domain/decimal.ts'
import { discountFor } from './commitment-discounts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, divideBy, multiplyBy, multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { daysBetween } from './reading/days.ts'
import { isMachineTime } from './reading/machine-time.ts'
import { share } from './reading/share.ts'
import { goneAfterDays, stillThere } from './reading/still-there.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { percent } from './reading/words.ts'

const thresholds = {
  days: {
    words: 'Days since it covered anything',
    value: goneAfterDays + 1,
    unit: 'days',
    source: 'Kept: bills arrive up to two days late',
  },
} as const

/** Commitments that ended while what they covered runs on at the full price. */
export const commitmentLapsed = defineRule({
  id: 'commitment-lapsed',
  title: 'Commitment that ran out',
  explains:
    'A commitment covered machines until its last day; since then the same machines run at the full price. A renewal, or a better fitting one, brings the discount back.',
  noun: { one: 'commitment', many: 'commitments' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['commitment_use', 'resource_use'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: false,
  permissions: [],
  judge({ commitment_use, resource_use }, { window, monthly }) {
    const candidates = commitment_use.flatMap((commitment): Candidate[] => {
      if (
        stillThere(commitment.last_day, window) ||
        daysBetween(commitment.last_day, window.to) < thresholds.days.value
      )
        return []
      const covered = new Set(
        resource_use
          .filter((row) => row.commitment_id === commitment.commitment_id && row.currency === commitment.currency)
          .map((row) => row.resource_id),
      )
      const discount = discountFor(cloudOf(commitment.provider), commitment.service)
      const uncovered = resource_use.filter(
        (row) =>
          row.commitment_id === '' &&
          row.resource_id !== '' &&
          row.currency === commitment.currency &&
          covered.has(row.resource_id) &&
          isMachineTime(row) &&
          row.last_day > commitment.last_day &&
          stillThere(row.last_day, window),
      )
      const paid = sum(uncovered.map((row) => row.effective))
      if (!discount || compare(paid, '0') <= 0) return []
      // Paid at the full price for the days since; a whole window of such days is what a renewal is about.
      const days = Math.max(1, daysBetween(commitment.last_day, window.to) - 1)
      const whole = share(paid, window.days / days)
      const { currency } = commitment
      return [
        {
          place: {
            ...placeOf({
              ...commitment,
              resource_id: commitment.commitment_id,
              resource_name: commitment.commitment_name,
            }),
            resource_type: commitment.commitment_type,
          },
          part: 'renewal',
          summary: `${commitment.commitment_name || commitment.commitment_id} last covered anything on ${commitment.last_day}. What it covered costs ${monthly(whole, currency)} at the full price since.`,
          cost: whole,
          saving: [
            beginWithCost('Full price paid since for what it covered', paid, currency),
            divideBy('Days since it covered anything', String(days), 'days'),
            multiplyBy('Days in the window', String(window.days), 'days'),
            multiplyByShare('Discount assumed', discount),
          ],
          confidence: 0.7,
          coversPool: true,
          evidence: [
            { label: 'Last day it covered anything', value: commitment.last_day },
            { label: 'Commitment compared', value: discount.what },
            { label: 'Source of the discount', value: discount.source },
            { label: 'Break-even', value: percent(1 - discount.mid), unit: 'of the commitment must stay in use' },
          ],
          steps: [
            'Look which of the machines will still run in a year; commit to those only.',
            `Buy it anew (${discount.what}), and put its last day into a calendar two months ahead.`,
          ],
        },
      ]
    })
    return { candidates, lookedAt: commitment_use.length, whyNot: [] }
  },
})
