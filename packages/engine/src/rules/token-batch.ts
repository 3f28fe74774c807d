import { compare, sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { environmentOf } from './reading/environment-of.ts'
import { tokenKind, tokensByPlace } from './reading/tokens.ts'
import { placeOf } from './reading/usage-by-resource.ts'

const thresholds = {
  price: {
    words: 'Price of a token in a batch',
    value: 0.5,
    unit: 'of the usual price',
    source:
      'Anthropic, OpenAI, Amazon Bedrock and Vertex AI: batch requests at half of the price, answered within a day',
  },
} as const

/** Tokens for work nobody waits for. */
export const tokenBatch = defineRule({
  id: 'token-batch',
  title: 'Model answers nobody waits for, at the full price',
  explains:
    'Evaluations, tests and labelling do not need an answer within seconds. Sent as a batch they cost half; not one token of this development or test account came as a batch.',
  noun: { one: 'account with model usage', many: 'accounts with model usage' },
  appliesTo: ['any'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { monthly }) {
    const accounts = tokensByPlace(resource_use)
    let unknown = 0
    const candidates = accounts.flatMap((rows): Candidate[] => {
      const [first] = rows
      const said = rows.flatMap((row) => environmentOf(row.tags, [row.sub_account_name]) ?? [])
      const [environment] = said.toSorted((a, b) => (a.word < b.word ? -1 : 1))
      if (!environment) unknown += 1
      if (!environment || said.some(({ production }) => production) || rows.some((row) => tokenKind(row) === 'batch'))
        return []
      const cost = sum(rows.map((row) => row.effective))
      if (compare(cost, '0') <= 0) return []
      return [
        {
          place: placeOf({ ...first, resource_id: '', resource_name: first.service }),
          part: 'model batch',
          summary: `${first.service} in ${first.sub_account_name || first.sub_account_id} (${environment.word}) costs ${monthly(cost, first.currency)}, none of it as a batch.`,
          cost,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: cost, currency: first.currency },
            'Share saved as a batch',
            { low: 0, mid: 0.25, high: thresholds.price.value },
          ),
          confidence: 0.45,
          evidence: [
            { label: 'Environment', value: environment.word },
            { label: 'Tokens as a batch', value: '0' },
          ],
          steps: [
            'List which jobs wait for each answer only because they were written so.',
            'Send evaluations and labelling through the batch interface of the same model.',
          ],
        },
      ]
    })
    const whyNot =
      unknown > 0
        ? [`${unknown} of ${accounts.length} accounts with model usage do not say whether they are production.`]
        : []
    return { candidates, lookedAt: accounts.length, whyNot }
  },
})
