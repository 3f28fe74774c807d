/** Bills that nobody here wrote, where the shared data folder is there: each recommendation can be redone and added. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { add, compare, type Decimal } from '@kept/domain/decimal.ts'
import type { FindingDraft } from '@kept/domain/finding.ts'
import { redoInCents } from '@kept/engine/testing/redo-calculation.ts'
import { describe, expect, it } from 'vitest'
import { heardTerminal } from '../testing/heard-terminal.ts'
import { analyseCommand } from './command.ts'

const shared = join(import.meta.dirname, '../../../../../../shared/data')
const bills = [
  'aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet',
  'focus/synthetic/aws-1.2/focus_1_2_cost_and_usage_aws.csv.gz',
  'focus/synthetic/azure-1.2/focus_1_2_cost_and_usage_azure.csv.gz',
]

interface ShownFinding {
  rule: string
  resourceId: string
  currency: string
  monthlySaving: Decimal | null
  monthlyCost: Decimal
  evidence: FindingDraft['evidence']
  alternatives: ShownFinding[]
}

describe.each(bills)('%s', (name) => {
  const path = join(shared, name)
  it.skipIf(!existsSync(path))(
    'shows calculations that give every saving, and never more than a resource costs',
    async () => {
      const { terminal, said } = heardTerminal(140)
      await analyseCommand(terminal).exitOverride().parseAsync([path, '--json'], { from: 'user' })
      const { findings } = JSON.parse(said.out) as { findings: ShownFinding[] }
      const onResource = new Map<string, { saved: Decimal; cost: Decimal }>()
      for (const finding of findings) {
        const { rule, resourceId, currency, monthlySaving: saving, monthlyCost: cost } = finding
        if (saving === null || resourceId === '') continue
        const before = onResource.get(`${currency} ${resourceId}`) ?? { saved: '0', cost: '0' }
        onResource.set(`${currency} ${resourceId}`, {
          saved: add(before.saved, saving),
          // Findings about parts of a resource each name the cost of their part.
          cost: add(before.cost, cost),
        })
        expect([rule, compare(saving, cost)]).not.toEqual([rule, 1])
      }
      for (const { saved, cost } of onResource.values()) expect(compare(saved, cost)).toBeLessThan(1)
      for (const finding of findings.flatMap(({ alternatives, ...own }) => [own, ...alternatives])) {
        if (finding.monthlySaving === null) continue
        const redone = redoInCents(finding)
        expect(Math.abs(Number(finding.monthlySaving) * 100 - Number(redone)), finding.rule).toBeLessThanOrEqual(0.5001)
      }
    },
  )
})
