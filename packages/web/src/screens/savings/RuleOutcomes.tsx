import type { RuleDescription, RuleEvaluation } from '@kept/domain/recommendation.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { Section } from '../../shell/Page.tsx'

interface RuleOutcomesProps {
  outcomes: readonly RuleEvaluation[]
  rules: readonly RuleDescription[]
  onRule(rule: string): void
}

/** Every rule with its evaluated and found counts and its skip reasons. */
export function RuleOutcomes({ outcomes, rules, onRule }: RuleOutcomesProps) {
  if (outcomes.length === 0) return null
  const ordered = outcomes.toSorted(
    (a, b) => b.recommendations - a.recommendations || b.evaluated_count - a.evaluated_count,
  )
  const quiet = outcomes.filter((outcome) => outcome.recommendations === 0).length
  return (
    <Section
      title="Rules"
      className="mt-8"
      actions={`${counted(outcomes.length, 'rule')}, ${quiet === 0 ? 'all found savings' : `${quiet} without results`}`}
    >
      <Table label="Rule results">
        <thead>
          <tr>
            <Th>Rule</Th>
            <Th numeric className="max-md:hidden">
              Checked
            </Th>
            <Th numeric>Found</Th>
            <Th className="w-2/5 max-md:hidden">Skip reasons</Th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((outcome) => {
            const ruleDescription = rules.find((rule) => rule.id === outcome.rule)
            return (
              <Tr key={outcome.rule}>
                <Td className="min-w-56 py-2 align-top">
                  <p className="font-medium">{ruleDescription?.title ?? outcome.rule}</p>
                  {ruleDescription && <p className="max-w-prose text-micro text-soft">{ruleDescription.description}</p>}
                  <div className="mt-1.5 text-soft md:hidden">
                    <Reasons outcome={outcome} />
                  </div>
                </Td>
                <Td numeric className="py-2 align-top text-soft max-md:hidden">
                  {formatCount(outcome.evaluated_count)}
                </Td>
                <Td numeric className="py-2 align-top">
                  {outcome.recommendations > 0 ? (
                    <Button
                      size="small"
                      onClick={() => onRule(outcome.rule)}
                      aria-label={`Show the ${outcome.recommendations} recommendations of ${ruleDescription?.title ?? outcome.rule}`}
                    >
                      {formatCount(outcome.recommendations)}
                    </Button>
                  ) : (
                    <span className="text-faint">0</span>
                  )}
                </Td>
                <Td className="min-w-64 py-2 align-top text-soft max-md:hidden">
                  <Reasons outcome={outcome} />
                </Td>
              </Tr>
            )
          })}
        </tbody>
      </Table>
    </Section>
  )
}

function Reasons({ outcome }: { outcome: RuleEvaluation }) {
  if (outcome.skip_reasons.length === 0) return <Badge>Complete data</Badge>
  return (
    <ul className="space-y-0.5">
      {outcome.skip_reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
