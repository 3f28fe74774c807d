import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { cx } from '@kept/ui/cx.ts'
import { monthLabels, monthsSentence } from './compliance-labels.ts'

interface MonthsCoveredProps extends Pick<ComplianceRequirement, 'months'> {
  /** "2026-11", the oldest first. */
  names: readonly string[]
}

const fills = {
  covered: 'border-edge bg-rule-strong',
  failing: 'border-leak bg-leak',
  nothing: 'border-edge border-dashed',
} as const

/** What is known of a requirement in each of the last twelve months. Not by color alone: the sentence says it too. */
export function MonthsCovered({ months, names }: MonthsCoveredProps) {
  return (
    <section aria-label="Months covered">
      <h3 className="mt-6 mb-2 font-semibold text-body">Months covered</h3>
      <ol className="grid grid-cols-12 gap-1 text-center text-micro text-soft">
        {names.map((name, index) => {
          const cover = months[index] ?? 'nothing'
          const label = `${formatMonth(`${name}-01`)}: ${monthLabels[cover]}`
          return (
            <li key={name} title={label}>
              <span className={cx('mb-1 block h-3.5 rounded-small border', fills[cover])} />
              <span aria-hidden="true">{formatMonth(`${name}-01`).slice(0, 1)}</span>
              <span className="sr-only">{label}</span>
            </li>
          )
        })}
      </ol>
      <p className="mt-2 text-small text-soft">{monthsSentence(months)}</p>
    </section>
  )
}
