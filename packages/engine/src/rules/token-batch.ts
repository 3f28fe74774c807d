import { compare, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentOf } from './reading/environment-of.ts'
import { tokenKind, tokensByPlace } from './reading/tokens.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  price: {
    label: 'Batch token price',
    value: 0.5,
    unit: 'of the regular price',
    source: 'Anthropic, OpenAI, Amazon Bedrock, and Vertex AI: batch requests at half price, completed within a day',
  },
} as const

/** Tokens for work that can wait for a batch. */
export const tokenBatch = defineRule({
  id: 'token-batch',
  title: 'Use batch inference',
  description:
    'Evaluations, tests, and labeling do not need an answer within seconds. Batch inference costs half. This development or test account uses none.',
  noun: { singular: 'account with model usage', plural: 'accounts with model usage' },
  providers: ['any'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { monthly }) {
    const accounts = tokensByPlace(resource_usage)
    let unknown = 0
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const [first] = rows
      const environments = rows.flatMap((row) => environmentOf(row.tags, [row.sub_account_name]) ?? [])
      const [environment] = environments.toSorted((a, b) => (a.label < b.label ? -1 : 1))
      if (!environment) unknown += 1
      if (
        !environment ||
        environments.some(({ production }) => production) ||
        rows.some((row) => tokenKind(row) === 'batch')
      )
        return []
      const cost = sum(rows.map((row) => row.effective))
      if (compare(cost, '0') <= 0) return []
      return [
        {
          location: locationOf({ ...first, resource_id: '', resource_name: first.service }),
          part: 'model batch',
          summary: `${first.service} in ${first.sub_account_name || first.sub_account_id} (${environment.label}) costs ${monthly(cost, first.currency)}. None of it uses batch inference.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: first.currency },
            'Share saved with batch inference',
            { low: 0, mid: 0.25, high: thresholds.price.value },
          ),
          confidence: 0.45,
          evidence: [
            { label: 'Environment', value: environment.label },
            { label: 'Batch tokens', value: '0' },
          ],
          steps: [
            'List the jobs that do not need an immediate answer.',
            'Send evaluations and labeling through the same model’s batch API.',
          ],
        },
      ]
    })
    const skipReasons =
      unknown > 0
        ? [`Needs an environment tag (${unknown} of ${accounts.length} accounts with model usage have none).`]
        : []
    return { candidates, evaluatedCount: accounts.length, skipReasons }
  },
})
