import { compare, type Decimal, sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { ratio } from './reading/share.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { money, percent } from './reading/words.ts'

const thresholds = {
  untagged: {
    words: 'Share of the spend without any tag',
    value: 0.2,
    unit: 'of the spend',
    source: 'FinOps Foundation, Allocation capability: 80 % allocated is the “walk” stage, 90 % the “run” stage',
  },
  amount: { words: 'Least untagged spend worth a look', value: 10, unit: 'of the currency a month', source: 'Kept' },
} as const

/** Spend nobody can be asked about. */
export const untaggedSpend = defineRule({
  id: 'untagged-spend',
  title: 'Spend without tags',
  explains:
    'Without a tag nobody knows whose a resource is, and nobody dares to switch it off. This saves nothing by itself; it is what makes the other savings possible.',
  noun: { one: 'account', many: 'accounts' },
  appliesTo: ['any'],
  needs: ['tag_use'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ tag_use }, { window, monthly }) {
    const accounts = groupRows(tag_use, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
    ])
    const least: Decimal = String((thresholds.amount.value * window.days) / 30)
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const [first] = rows
      const untagged = sum(rows.map((row) => row.effective_untagged))
      const all = sum(rows.map((row) => row.effective))
      const part = ratio(untagged, all)
      if (part < thresholds.untagged.value || compare(untagged, least) < 0) return []
      const number = rows.reduce((total, row) => total + row.resources_untagged, 0)
      const account = first.sub_account_name || first.sub_account_id || first.billing_account_id
      return [
        {
          place: { ...placeOf({ ...first, region: '', service: '' }), resource_name: account },
          part: 'tags',
          summary: `${percent(part)} of what ${account} spends carries no tag: ${monthly(untagged, first.currency)} on ${number} resources.`,
          cost: untagged,
          saving: null,
          confidence: 0.95,
          evidence: [
            { label: 'Spend without tags in the window', value: money(untagged, first.currency) },
            { label: 'All taggable spend', value: money(all, first.currency) },
            { label: 'Resources without tags', value: String(number) },
            ...rows
              .flatMap((row) => row.examples)
              .sort((a, b) => compare(b.effective, a.effective))
              .slice(0, 5)
              .map(({ resource_id, service, effective }) => ({
                label: resource_id || service,
                value: money(effective, first.currency),
              })),
          ],
          steps: [
            'Agree on the few keys that matter: owner, environment, product.',
            'Tag the costliest first; the list above holds them.',
            'Let new resources be refused without them (AWS tag policies, Azure Policy, Google organisation policy).',
          ],
        },
      ]
    })
    return { candidates, lookedAt: accounts.length, whyNot: [] }
  },
})
