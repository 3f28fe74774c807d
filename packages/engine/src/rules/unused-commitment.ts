import type { CommitmentUse } from '@kept/domain/facts.ts'
import { add, compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare, subtractCost } from './reading/calculation.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { ratio } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  unused: {
    label: 'Unused share of the commitment',
    value: 0.05,
    unit: 'of its cost',
    source: 'FinOps Foundation: unused commitment is waste; Kept: under 5% is normal fluctuation',
  },
} as const

/** Reserved instances, savings plans and committed use that were paid for and covered nothing. */
export const unusedCommitment = defineRule({
  id: 'unused-commitment',
  title: 'Unused commitment',
  description:
    'A reservation or Savings Plan bills whether or not you use it. The provider reports the unused part on the bill.',
  noun: { singular: 'commitment', plural: 'commitments' },
  providers: ['any'],
  needs: ['commitment_usage'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: false,
  permissions: [],
  evaluate({ commitment_usage }, { window, monthly }) {
    const commitments = byCommitment(commitment_usage)
    const candidates = commitments.flatMap(({ row, used, unused, lastDay }): Candidate[] => {
      const cost = add(used, unused)
      const part = ratio(unused, cost)
      if (compare(unused, '0') <= 0 || part < thresholds.unused.value || !stillThere(lastDay, window)) return []
      const name = row.commitment_name || row.commitment_id
      return [
        {
          location: {
            ...locationOf(row),
            resource_id: row.commitment_id,
            resource_name: name,
            resource_type: row.commitment_type,
          },
          summary: `${percent(part)} of ${row.commitment_type || 'commitment'} ${name} is unused: ${monthly(unused, row.currency)} wasted.`,
          cost,
          coversPool: true,
          // What is wasted is exact; how much comes back depends on a use for it, or a buyer.
          saving: [
            beginWithCost('Cost of the commitment in the window', cost, row.currency),
            subtractCost('Used', used, row.currency),
            multiplyByShare('Estimate range, down to no use and no buyer', { low: 0, mid: 1, high: 1 }),
          ],
          confidence: 0.9,
          evidence: [
            { label: 'Unused', value: money(unused, row.currency) },
            { label: 'Utilization', value: percent(1 - part) },
            ...(row.ends_on === undefined ? [] : [{ label: 'Ends on', value: row.ends_on }]),
            ...(row.source ? [{ label: 'Source', value: row.source }] : []),
          ],
          steps: [
            'Check whether matching on-demand usage runs in another account, size, or region. Move or exchange the commitment to cover it.',
            'Otherwise, exchange or sell it (AWS convertible exchange or Reserved Instance Marketplace, Azure exchange).',
            'Note its end date and don’t renew the unused part.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: commitments.length, skipReasons: [] }
  },
})

interface Commitment {
  row: CommitmentUse
  used: Decimal
  unused: Decimal
  lastDay: string
}

/** One commitment may be booked in several accounts: its parts belong together. */
function byCommitment(rows: readonly CommitmentUse[]): Commitment[] {
  return groupRows(rows, (row) => [row.currency, row.provider, row.commitment_id]).flatMap((parts) => {
    const [row] = [...parts].sort((a, b) => compare(b.effective_unused, a.effective_unused))
    if (!row) return []
    return [
      {
        row,
        used: sum(parts.map((part) => part.effective_used)),
        unused: sum(parts.map((part) => part.effective_unused)),
        lastDay: parts.reduce((day, part) => (part.last_day > day ? part.last_day : day), row.last_day),
      },
    ]
  })
}
