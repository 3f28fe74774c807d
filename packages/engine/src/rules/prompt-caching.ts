import type { ResourceUse } from '@kept/domain/facts.ts'
import { add, compare, type Decimal, divide, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { money, percent } from './reading/labels.ts'
import { ratio } from './reading/share.ts'
import { tokenKind, tokensByPlace } from './reading/tokens.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  input: {
    label: 'Uncached input, share of model cost',
    value: 0.4,
    unit: 'of its cost or more',
    source: 'Kept: below this, output tokens are most of the cost',
  },
  cached: {
    label: 'Cached share of input tokens',
    value: 0.1,
    unit: 'of input tokens or less',
    source: 'Datadog: Anthropic prompt caching not used',
  },
  price: {
    label: 'Cached token price',
    value: 0.1,
    unit: 'of the input price',
    source: 'Anthropic: cache reads at 0.1 of the input price; OpenAI: 0.25 to 0.5',
  },
} as const

/** Cached tokens of all input; where the bill has no quantities in one unit, by what a cached token costs. */
function cachedShareOf(rows: readonly ResourceUse[]): number {
  const [input, cached] = [tokensOf(rows, 'input'), tokensOf(rows, 'cached')]
  const units = new Set([...input, ...cached].map(({ pricing_unit }) => pricing_unit))
  const quantities = (tokenRows: readonly ResourceUse[]) => tokenRows.flatMap(({ quantity }) => quantity ?? [])
  const isCounted = units.size === 1 && [...input, ...cached].every(({ quantity }) => quantity !== null)
  const [full, cachedQuantity] = isCounted
    ? [sum(quantities(input)), sum(quantities(cached))]
    : [costOf(input), divide(costOf(cached), String(thresholds.price.value), 12)]
  const all = add(full, cachedQuantity)
  return compare(all, '0') > 0 ? ratio(cachedQuantity, all) : 0
}

function tokensOf(rows: readonly ResourceUse[], kind: ReturnType<typeof tokenKind>): ResourceUse[] {
  return rows.filter((row) => tokenKind(row) === kind)
}

function costOf(rows: readonly ResourceUse[]): Decimal {
  return sum(rows.map(({ effective }) => effective))
}

/** Models that receive the same input again and again, at the full price. */
export const promptCaching = defineRule({
  id: 'prompt-caching',
  title: 'Use prompt caching',
  description:
    'Most model input repeats: instructions, tools, documents. Cached input costs 10% to 50% of the price, but almost none of this input is cached.',
  noun: { singular: 'model', plural: 'models' },
  providers: ['any'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { monthly }) {
    const models = tokensByPlace(resource_usage)
    const candidates = models.flatMap((rows): Candidate[] => {
      const [input, cached] = [costOf(tokensOf(rows, 'input')), costOf(tokensOf(rows, 'cached'))]
      const all = costOf(rows)
      if (compare(input, '0') <= 0 || ratio(input, all) < thresholds.input.value) return []
      const cachedShare = cachedShareOf(rows)
      if (cachedShare > thresholds.cached.value) return []
      const [{ service, currency }] = rows
      return [
        {
          location: locationOf({ ...rows[0], resource_id: '', resource_name: service }),
          part: 'model input',
          summary: `Only ${percent(cachedShare)} of the input tokens of ${service} are cached. Uncached input costs ${monthly(input, currency)}, ${percent(ratio(input, all))} of its cost.`,
          cost: input,
          // How much of the input repeats is not in a bill: from nothing to nearly all of it.
          saving: shareOfCost(
            { label: 'Uncached input cost', amount: input, currency },
            'Share saved if part of the input repeats',
            { low: 0, mid: 0.35, high: 0.8 },
          ),
          confidence: 0.5,
          evidence: [
            { label: 'Cached input', value: money(cached, currency) },
            { label: 'Not on the bill', value: 'how much of the input repeats' },
          ],
          steps: [
            'Put what never changes first (instructions, tools, examples, documents) and the question last.',
            'Mark where the cached part ends (Anthropic and Bedrock: cache_control or cachePoint). OpenAI and Azure cache automatically from 1,024 tokens.',
            'Track cached input tokens in each response’s usage.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: models.length, skipReasons: [] }
  },
})
