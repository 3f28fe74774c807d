import type { Recommendation, RuleDescription } from '@kept/domain/recommendation.ts'
import { formatMoneyExact } from '@kept/foundation/format/money.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { formatConfidence, LevelMark } from '../../savings/levels.tsx'
import { Part } from './Part.tsx'

interface AssessmentPartProps {
  recommendation: Recommendation
  rule: RuleDescription | undefined
}

/** How sure, how much work and how risky it is, and the rule that says so. */
export function AssessmentPart({ recommendation, rule }: AssessmentPartProps) {
  return (
    <Part title="Assessment">
      <div className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        <span>
          <span className="text-soft">Confidence</span> {formatConfidence(recommendation.confidence)}
        </span>
        <span className="inline-flex gap-1.5">
          <span className="text-soft">Effort</span> <LevelMark level={recommendation.effort} />
        </span>
        <span className="inline-flex gap-1.5">
          <span className="text-soft">Risk</span> <LevelMark level={recommendation.risk} />
        </span>
        {rule && <span>{rule.reversible ? 'Reversible' : 'Not reversible'}</span>}
      </div>
      {rule && <RuleText rule={rule} />}
      <p className="mt-2 text-micro text-faint">
        Rule {recommendation.rule}. First detected {formatMoment(recommendation.first_seen_at)}, last{' '}
        {formatMoment(recommendation.last_seen_at)}. Cost:{' '}
        {formatMoneyExact(recommendation.monthly_cost, recommendation.currency)} a month.
      </p>
    </Part>
  )
}

function RuleText({ rule }: { rule: RuleDescription }) {
  return (
    <>
      <p className="mt-2 text-pretty text-small text-soft">{rule.description}</p>
      {rule.thresholds.length > 0 && (
        <ul className="mt-2 space-y-1 text-small">
          {rule.thresholds.map((threshold) => (
            <li key={threshold.name}>
              {threshold.name}: <span className="figure font-mono">{threshold.value}</span>{' '}
              <span className="text-faint">({threshold.source})</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
