import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatConfidence, LevelMark } from '../../savings/levels.tsx'

interface OpportunitiesProps {
  opportunities: BehaviorOverview['opportunities']
  /** False where no activity data was received. */
  isKnown: boolean
  onOptimize(environment: string): void
}

const actionLabels = { auto_shutdown: 'View schedule', delete_zombie: 'Turn off or delete' } as const

/** The dearest things to do, each with its evidence and the risks. */
export function Opportunities({ opportunities, isKnown, onOptimize }: OpportunitiesProps) {
  if (opportunities.length === 0) {
    return (
      <p className="text-body text-soft">
        {isKnown ? 'No savings found in this period.' : 'Connect activity data to get recommendations.'}
      </p>
    )
  }
  return (
    <ol className="divide-y divide-rule">
      {opportunities.map((opportunity) => (
        <li key={opportunity.id} className="flex flex-wrap justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-80">
            <h3 className="flex flex-wrap items-center gap-2 text-body font-semibold">
              {opportunity.title}{' '}
              <Badge tone={opportunity.automated ? 'fact' : 'plain'}>
                {opportunity.automated ? 'Automated' : 'Manual'}
              </Badge>
            </h3>
            <p className="mt-0.5 max-w-prose text-pretty text-small text-soft">{opportunity.description}</p>
            <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-small">
              <span>
                <span className="text-soft">Confidence</span> {formatConfidence(opportunity.confidence)}
              </span>
              <span className="inline-flex gap-1.5">
                <span className="text-soft">Effort</span> <LevelMark level={opportunity.implementation_effort} />
              </span>
              <span className="inline-flex gap-1.5">
                <span className="text-soft">Risk</span> <LevelMark level={opportunity.risk_level} />
              </span>
            </div>
            <details className="mt-1.5 text-small">
              <summary className="cursor-pointer text-soft hover:text-ink">Evidence and risks</summary>
              <ul className="mt-1 space-y-0.5">
                {opportunity.evidence.map((evidence) => (
                  <li key={`${evidence.label} ${evidence.value}`}>
                    <span className="text-soft">{evidence.label}:</span> {evidence.value}
                    {evidence.unit && ` ${evidence.unit}`}
                  </li>
                ))}
                {opportunity.skip_reasons.map((reason) => (
                  <li key={reason} className="text-watch">
                    {reason}
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <div className="flex items-center justify-between gap-2 max-sm:w-full sm:flex-col sm:items-end sm:justify-start">
            <p className="figure sm:text-right">
              <span className="block text-lead font-semibold">
                {opportunity.type === 'assign_owner'
                  ? 'not estimated'
                  : formatMoney(opportunity.potential_monthly_savings, opportunity.currency || 'USD')}
              </span>
              <span className="text-small text-soft">a month (estimate)</span>
            </p>
            {(opportunity.type === 'auto_shutdown' || opportunity.type === 'delete_zombie') && (
              <Button
                size="small"
                aria-label={`${actionLabels[opportunity.type]}: ${opportunity.title}`}
                onClick={() => onOptimize(opportunity.affected_environments[0] ?? '')}
              >
                {actionLabels[opportunity.type]}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
