import { add, compare, type Decimal, sum } from '@kept/domain/decimal.ts'
import type { CommitmentUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare, subtractCost } from './reading/calculation.ts'
import { groupRows } from './reading/group-rows.ts'
import { ratio } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { money, percent } from './reading/words.ts'

const thresholds = {
  unused: {
    words: 'Share of the commitment that covered nothing',
    value: 0.05,
    unit: 'of its cost',
    source:
      'Kept: the FinOps Foundation counts unused commitments as waste from the first cent; under five percent lies ordinary fluctuation',
  },
} as const

/** Reserved instances, savings plans and committed use that were paid for and covered nothing. */
export const unusedCommitment = defineRule({
  id: 'unused-commitment',
  title: 'Commitment paid for and not used',
  explains:
    'A reservation or savings plan is paid whether or not anything uses it. The unused part is the surest waste on a bill: the provider itself states it.',
  noun: { one: 'commitment', many: 'commitments' },
  appliesTo: ['any'],
  needs: ['commitment_use'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: false,
  permissions: [],
  judge({ commitment_use }, { window, monthly }) {
    const commitments = byCommitment(commitment_use)
    const candidates = commitments.flatMap(({ row, used, unused, lastDay }): Candidate[] => {
      const cost = add(used, unused)
      const part = ratio(unused, cost)
      if (compare(unused, '0') <= 0 || part < thresholds.unused.value || !stillThere(lastDay, window)) return []
      const name = row.commitment_name || row.commitment_id
      return [
        {
          place: {
            ...placeOf(row),
            resource_id: row.commitment_id,
            resource_name: name,
            resource_type: row.commitment_type,
          },
          summary: `${percent(part)} of ${row.commitment_type || 'commitment'} ${name} covered nothing: ${monthly(unused, row.currency)} paid for no use.`,
          cost,
          coversPool: true,
          // What is wasted is exact; how much comes back depends on finding use for it, or a buyer.
          saving: [
            beginWithCost('Cost of the commitment in the window', cost, row.currency),
            subtractCost('Of it used', used, row.currency),
            multiplyByShare('Range, down to no use or buyer found', { low: 0, mid: 1, high: 1 }),
          ],
          confidence: 0.9,
          evidence: [
            { label: 'Of it unused', value: money(unused, row.currency) },
            { label: 'Utilisation', value: percent(1 - part) },
          ],
          steps: [
            'See whether on-demand usage of the same kind runs in another account, size or region it could be moved to or exchanged for.',
            'Otherwise exchange or sell it where the provider allows (AWS convertible exchange or Reserved Instance Marketplace, Azure exchange).',
            'Note its end date and do not renew this part.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: commitments.length, whyNot: [] }
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
