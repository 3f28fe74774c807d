import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoney } from '@kept/ui/format/money.ts'
import { LevelMark, sayConfidence } from '../../savings/levels.tsx'

interface OpportunitiesProps {
  opportunities: BehaviorOverview['opportunities']
  /** False where no sign of use was received. */
  isKnown: boolean
  onOptimize(environment: string): void
}

const actionLabels = { auto_shutdown: 'See the schedule', delete_zombie: 'Turn off or delete' } as const

/** The dearest things to do, each with its evidence and the reasons to think twice. */
export function Opportunities({ opportunities, isKnown, onOptimize }: OpportunitiesProps) {
  if (opportunities.length === 0) {
    return (
      <p className="text-body text-soft">
        {isKnown
          ? 'There is nothing to save in these days.'
          : 'No sign of use was received: nothing can be recommended until a source is connected.'}
      </p>
    )
  }
  return (
    <ol className="divide-y divide-rule">
      {opportunities.map((one) => (
        <li key={one.id} className="flex flex-wrap justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-80">
            <h3 className="flex flex-wrap items-center gap-2 text-body font-semibold">
              {one.title}{' '}
              <Badge tone={one.automated ? 'fact' : 'plain'}>{one.automated ? 'Automated' : 'Manual'}</Badge>
            </h3>
            <p className="mt-0.5 max-w-prose text-pretty text-small text-soft">{one.description}</p>
            <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-small">
              <span>
                <span className="text-soft">Confidence</span> {sayConfidence(one.confidence)}
              </span>
              <span className="inline-flex gap-1.5">
                <span className="text-soft">Effort</span> <LevelMark level={one.implementation_effort} />
              </span>
              <span className="inline-flex gap-1.5">
                <span className="text-soft">Risk</span> <LevelMark level={one.risk_level} />
              </span>
            </div>
            <details className="mt-1.5 text-small">
              <summary className="cursor-pointer text-soft hover:text-ink">Evidence and reasons to think twice</summary>
              <ul className="mt-1 space-y-0.5">
                {one.evidence.map((evidence) => (
                  <li key={`${evidence.label} ${evidence.value}`}>
                    <span className="text-soft">{evidence.label}:</span> {evidence.value}
                    {evidence.unit && ` ${evidence.unit}`}
                  </li>
                ))}
                {one.why_not.map((words) => (
                  <li key={words} className="text-watch">
                    {words}
                  </li>
                ))}
              </ul>
            </details>
          </div>
          <div className="flex items-center justify-between gap-2 max-sm:w-full sm:flex-col sm:items-end sm:justify-start">
            <p className="figure sm:text-right">
              <span className="block text-lead font-semibold">
                {one.type === 'assign_owner'
                  ? 'no figure'
                  : formatMoney(one.potential_monthly_savings, one.currency || 'USD')}
              </span>
              <span className="text-small text-soft">a month, an estimate</span>
            </p>
            {(one.type === 'auto_shutdown' || one.type === 'delete_zombie') && (
              <Button
                size="small"
                aria-label={`${actionLabels[one.type]}: ${one.title}`}
                onClick={() => onOptimize(one.affected_environments[0] ?? '')}
              >
                {actionLabels[one.type]}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
