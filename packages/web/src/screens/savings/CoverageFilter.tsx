import type { RuleEvaluation } from '@kept/domain/recommendation.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { type Coverage, coverageOf, coverages } from './rule-coverage.ts'

const labels: Record<Coverage, [name: string, description: string]> = {
  savings: ['Found savings', 'with complete data'],
  nothing: ['Nothing found', 'with complete data'],
  incomplete: ['Incomplete data', 'some resources not checked'],
  no_data: ['No data', 'nothing could be checked'],
}

const fills: Record<Coverage, string> = {
  savings: 'bg-fact',
  nothing: 'bg-rule-strong',
  incomplete: 'bg-watch',
  no_data: 'hatch-watch',
}

interface CoverageFilterProps {
  outcomes: readonly RuleEvaluation[]
  value: Coverage | undefined
  onChange(coverage: Coverage | undefined): void
}

/** How many rules have which coverage, as a bar; each part filters the list. */
export function CoverageFilter({ outcomes, value, onChange }: CoverageFilterProps) {
  const byCoverage = Map.groupBy(outcomes, (outcome) => coverageOf(outcome))
  const countOf = (coverage: Coverage) => byCoverage.get(coverage)?.length ?? 0
  return (
    <section aria-label="Coverage" className="mt-6">
      <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-hair">
        {coverages.map((coverage) => (
          <span key={coverage} className={fills[coverage]} style={{ flexGrow: countOf(coverage) }} />
        ))}
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {coverages.map((coverage) => (
          <button
            key={coverage}
            type="button"
            aria-pressed={value === coverage}
            onClick={() => onChange(value === coverage ? undefined : coverage)}
            className={cx(
              'rounded-base border px-3 py-2 text-left hover:bg-hover',
              value === coverage ? 'border-fact bg-fact-wash' : 'border-rule',
            )}
          >
            <span className="flex items-center gap-2 text-small">
              <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-hair', fills[coverage])} />
              {labels[coverage][0]}
            </span>
            <span className="figure block text-title font-semibold">{formatCount(countOf(coverage))}</span>
            <span className="block text-micro text-faint">{labels[coverage][1]}</span>
          </button>
        ))}
      </div>
    </section>
  )
}
