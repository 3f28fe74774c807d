import { compare, type Decimal, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { ratio } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  untagged: {
    label: 'Share of spend without tags',
    value: 0.2,
    unit: 'of spend',
    source: 'FinOps Foundation, Allocation: 80% allocated is “walk,” 90% is “run”',
  },
  amount: { label: 'Minimum untagged spend', value: 10, unit: 'currency units a month', source: 'Kept' },
} as const

/** Spend without an owner tag. */
export const untaggedSpend = defineRule({
  id: 'untagged-spend',
  title: 'Untagged spend',
  description:
    'Without tags, no one knows who owns a resource, so no one turns it off. Tagging saves nothing by itself, but other savings depend on it.',
  noun: { singular: 'account', plural: 'accounts' },
  providers: ['any'],
  needs: ['tag_usage'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ tag_usage }, { window, monthly }) {
    const accounts = groupRows(tag_usage, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
    ])
    const minCost: Decimal = String((thresholds.amount.value * window.days) / 30)
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const [first] = rows
      const untagged = sum(rows.map((row) => row.effective_untagged))
      const all = sum(rows.map((row) => row.effective))
      const part = ratio(untagged, all)
      if (part < thresholds.untagged.value || compare(untagged, minCost) < 0) return []
      const number = rows.reduce((total, row) => total + row.resources_untagged, 0)
      const account = first.sub_account_name || first.sub_account_id || first.billing_account_id
      return [
        {
          location: { ...locationOf({ ...first, region: '', service: '' }), resource_name: account },
          part: 'tags',
          summary: `${percent(part)} of the spend of ${account} is untagged: ${monthly(untagged, first.currency)} on ${number} resources.`,
          cost: untagged,
          saving: null,
          confidence: 0.95,
          evidence: [
            { label: 'Untagged spend in the window', value: money(untagged, first.currency) },
            { label: 'Total taggable spend', value: money(all, first.currency) },
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
            'Agree on a few keys: owner, environment, product.',
            'Tag the most expensive resources first. They are listed above.',
            'Require the tags on new resources (AWS tag policies, Azure Policy, Google organization policy).',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: accounts.length, skipReasons: [] }
  },
})
