/** Real bills, if the shared data folder exists: each recommendation can be recalculated and added up. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { redoInCents } from '@kept/engine/testing/redo-calculation.ts'
import { add, compare, type Decimal } from '@kept/foundation/decimal.ts'
import { describe, expect, it } from 'vitest'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { analyzeCommand } from './command.ts'

const shared = join(import.meta.dirname, '../../../../../../shared/data')
const bills = [
  'aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet',
  'focus/synthetic/aws-1.2/focus_1_2_cost_and_usage_aws.csv.gz',
  'focus/synthetic/azure-1.2/focus_1_2_cost_and_usage_azure.csv.gz',
]

interface ShownRecommendation {
  rule: string
  resourceId: string
  currency: string
  monthlySavings: Decimal | null
  monthlyCost: Decimal
  evidence: RecommendationDraft['evidence']
  alternatives: ShownRecommendation[]
}

describe.each(bills)('%s', (name) => {
  const path = join(shared, name)
  it.skipIf(!existsSync(path))(
    'shows calculations that give every saving, and never more than a resource costs',
    async () => {
      const { terminal, captured } = captureTerminal(140)
      await analyzeCommand(terminal).exitOverride().parseAsync([path, '--json'], { from: 'user' })
      const { recommendations } = JSON.parse(captured.out) as { recommendations: ShownRecommendation[] }
      const onResource = new Map<string, { saved: Decimal; cost: Decimal }>()
      for (const recommendation of recommendations) {
        const { rule, resourceId, currency, monthlySavings: saving, monthlyCost: cost } = recommendation
        if (saving === null || resourceId === '') continue
        const before = onResource.get(`${currency} ${resourceId}`) ?? { saved: '0', cost: '0' }
        onResource.set(`${currency} ${resourceId}`, {
          saved: add(before.saved, saving),
          // Recommendations about parts of a resource each name the cost of their part.
          cost: add(before.cost, cost),
        })
        expect([rule, compare(saving, cost)]).not.toEqual([rule, 1])
      }
      for (const { saved, cost } of onResource.values()) expect(compare(saved, cost)).toBeLessThan(1)
      for (const recommendation of recommendations.flatMap(({ alternatives, ...primary }) => [
        primary,
        ...alternatives,
      ])) {
        if (recommendation.monthlySavings === null) continue
        const redone = redoInCents(recommendation)
        expect(
          Math.abs(Number(recommendation.monthlySavings) * 100 - Number(redone)),
          recommendation.rule,
        ).toBeLessThanOrEqual(0.5001)
      }
    },
  )
})
