import { add, compare, type Decimal, divide, sum } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { ratio } from './reading/share.ts'
import { tokenKind, tokensByPlace } from './reading/tokens.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { money, percent } from './reading/words.ts'

const thresholds = {
  input: {
    words: 'Input without a cache, of what the model costs',
    value: 0.4,
    unit: 'of its cost at least',
    source: 'Kept: below that the answers, not the questions, cost the money',
  },
  cached: {
    words: 'Cached input, of all input',
    value: 0.1,
    unit: 'of the input’s tokens at most',
    source: 'Datadog: Anthropic prompt caching not in use',
  },
  price: {
    words: 'Price of a cached token',
    value: 0.1,
    unit: 'of the input’s price',
    source: 'Anthropic: cache reads at 0.1 of the input price; OpenAI: 0.25 to 0.5',
  },
} as const

/** Cached tokens of all input; where the bill has no quantities in one unit, by what a cached token costs. */
function cachedShareOf(rows: readonly ResourceUse[]): number {
  const [input, cached] = [tokensOf(rows, 'input'), tokensOf(rows, 'cached')]
  const units = new Set([...input, ...cached].map(({ pricing_unit }) => pricing_unit))
  const quantities = (some: readonly ResourceUse[]) => some.flatMap(({ quantity }) => quantity ?? [])
  const isCounted = units.size === 1 && [...input, ...cached].every(({ quantity }) => quantity !== null)
  const [full, kept] = isCounted
    ? [sum(quantities(input)), sum(quantities(cached))]
    : [costOf(input), divide(costOf(cached), String(thresholds.price.value), 12)]
  const all = add(full, kept)
  return compare(all, '0') > 0 ? ratio(kept, all) : 0
}

function tokensOf(rows: readonly ResourceUse[], kind: ReturnType<typeof tokenKind>): ResourceUse[] {
  return rows.filter((row) => tokenKind(row) === kind)
}

function costOf(rows: readonly ResourceUse[]): Decimal {
  return sum(rows.map(({ effective }) => effective))
}

/** Models that are told the same again and again, at the full price. */
export const promptCaching = defineRule({
  id: 'prompt-caching',
  title: 'Model input that is never cached',
  explains:
    'Most of what a model is sent is the same each time: instructions, tools, documents. Providers keep it for a tenth to a half of the price, but hardly any of this input came out of the cache.',
  noun: { one: 'model', many: 'models' },
  appliesTo: ['any'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { monthly }) {
    const models = tokensByPlace(resource_use)
    const candidates = models.flatMap((rows): Candidate[] => {
      const [input, cached] = [costOf(tokensOf(rows, 'input')), costOf(tokensOf(rows, 'cached'))]
      const all = costOf(rows)
      if (compare(input, '0') <= 0 || ratio(input, all) < thresholds.input.value) return []
      const cachedShare = cachedShareOf(rows)
      if (cachedShare > thresholds.cached.value) return []
      const [{ service, currency }] = rows
      return [
        {
          place: placeOf({ ...rows[0], resource_id: '', resource_name: service }),
          part: 'model input',
          summary: `Input without a cache is ${percent(ratio(input, all))} of what ${service} costs: ${monthly(input, currency)}. Cached input was ${percent(cachedShare)} of it.`,
          cost: input,
          // How much of the input repeats is not in a bill: from nothing to nearly all of it.
          saving: shareOfCost(
            { label: 'Input at the full price', amount: input, currency },
            'Share saved if part of the input repeats',
            { low: 0, mid: 0.35, high: 0.8 },
          ),
          confidence: 0.5,
          evidence: [
            { label: 'Input out of the cache', value: money(cached, currency) },
            { label: 'Not in the bill', value: 'how much of the input repeats' },
          ],
          steps: [
            'Put what never changes first: instructions, tools, examples, documents; the question last.',
            'Mark the end of it for the cache (Anthropic and Bedrock: cache_control or cachePoint; OpenAI and Azure cache by themselves from 1,024 tokens on).',
            'Watch the share of cached input tokens in the usage of each answer.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: models.length, whyNot: [] }
  },
})
