import type { RuleOutcome, RuleWords } from '@kept/domain/finding.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { counted, formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { Section } from '../../shell/Page.tsx'

interface RuleOutcomesProps {
  outcomes: readonly RuleOutcome[]
  rules: readonly RuleWords[]
  onRule(rule: string): void
}

/** Every rule with what it looked at, what it found, and why it found nothing: an empty result is never silent. */
export function RuleOutcomes({ outcomes, rules, onRule }: RuleOutcomesProps) {
  if (outcomes.length === 0) return null
  const ordered = outcomes.toSorted((a, b) => b.findings - a.findings || b.looked_at - a.looked_at)
  const quiet = outcomes.filter((outcome) => outcome.findings === 0).length
  return (
    <Section
      title="What the rules looked for"
      // Sixty rules in their words, far below the list: laid out when somebody scrolls near, and on paper.
      className="mt-10 [contain-intrinsic-size:auto_4500px] [content-visibility:auto] print:[content-visibility:visible]"
      beside={`${counted(outcomes.length, 'rule')}, ${quiet === 0 ? 'each found something' : `${quiet} found nothing`}`}
    >
      <Table label="Rules and what they found">
        <thead>
          <tr>
            <Th>Rule</Th>
            <Th numeric className="max-md:hidden">
              Looked at
            </Th>
            <Th numeric>Found</Th>
            <Th className="w-2/5 max-md:hidden">Why not more</Th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((outcome) => {
            const words = rules.find((rule) => rule.id === outcome.rule)
            return (
              <Tr key={outcome.rule}>
                <Td className="min-w-56 py-2 align-top">
                  <p className="font-medium">{words?.title ?? outcome.rule}</p>
                  {words && <p className="max-w-prose text-micro text-soft">{words.explains}</p>}
                  <div className="mt-1.5 text-soft md:hidden">
                    <Reasons outcome={outcome} />
                  </div>
                </Td>
                <Td numeric className="py-2 align-top text-soft max-md:hidden">
                  {formatCount(outcome.looked_at)}
                </Td>
                <Td numeric className="py-2 align-top">
                  {outcome.findings > 0 ? (
                    <Button
                      size="small"
                      onClick={() => onRule(outcome.rule)}
                      aria-label={`Show the ${outcome.findings} findings of ${words?.title ?? outcome.rule}`}
                    >
                      {formatCount(outcome.findings)}
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

function Reasons({ outcome }: { outcome: RuleOutcome }) {
  if (outcome.why_not.length === 0) return <Badge>Saw all it needs</Badge>
  return (
    <ul className="space-y-0.5">
      {outcome.why_not.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
