import { currency, defineReport, money, percent, provider } from './define-report.ts'
import { percentOf } from './rate.ts'

export const tagCoverage = defineReport({
  id: 'tag-coverage',
  title: 'Tag coverage',
  description: 'How much of what is spent carries a tag; credits and refunds are left out.',
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
  // Nothing tagged is nothing, not unknown: every line says whether it carries the tag.
  derive: ({ effective_tagged, effective }) => ({
    effective_tagged: effective_tagged ?? '0',
    tagged: percentOf(effective_tagged ?? '0', effective),
  }),
})
