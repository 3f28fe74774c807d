import { currency, defineReport, money, percent, provider } from './define-report.ts'
import { percentOf } from './rate.ts'

export const tagCoverage = defineReport({
  id: 'tag-coverage',
  title: 'Tag coverage',
  description: 'The share of spend that carries a tag, without credits and refunds.',
  useCases: [13],
  parameters: [
    { name: 'tag', label: 'Tag key', required: true },
    { name: 'provider', label: 'Provider', required: false },
  ],
  columns: [
    provider,
    currency,
    money('effective_tagged', 'Effective cost with the tag'),
    money('effective', 'Effective cost'),
    percent('tagged', 'With the tag'),
  ],
  sql: (within) => `SELECT ServiceProviderName AS provider, BillingCurrency AS currency,
      sumIf(EffectiveCost, mapContains(Tags, {tag:String})) AS effective_tagged, sum(EffectiveCost) AS effective
    FROM cost_line
    WHERE ${within} AND EffectiveCost > 0 AND ({provider:String} = '' OR ServiceProviderName = {provider:String})
    GROUP BY provider, currency ORDER BY currency, effective DESC, provider`,
  // No tagged cost is zero, not unknown: every line states whether it carries the tag.
  derive: ({ effective_tagged, effective }) => ({
    effective_tagged: effective_tagged ?? '0',
    tagged: percentOf(effective_tagged ?? '0', effective),
  }),
})
