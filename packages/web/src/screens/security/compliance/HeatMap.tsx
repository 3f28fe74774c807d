import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import type { RequirementStatus } from '@kept/domain/compliance.ts'
import { cx } from '@kept/ui/cx.ts'
import { groupRequirements, requirementLabels } from './compliance-labels.ts'

/** Not by color alone: each status has a fill of its own, and its name is in the label. */
const marks: Record<RequirementStatus, string> = {
  met: 'bg-ink border-ink',
  partly: 'bg-rule-strong border-rule-strong',
  failing: 'bg-leak border-leak',
  not_applicable: 'bg-transparent border-rule border-dashed',
  unknown: 'bg-transparent border-rule-strong',
}

export function StatusMark({ status }: { status: RequirementStatus }) {
  return <span aria-hidden="true" className={cx('inline-block size-3 rounded-small border', marks[status])} />
}

interface HeatMapProps {
  requirements: readonly ComplianceRequirement[]
  selected: string | undefined
  onSelect(id: string): void
}

/** One mark for each requirement, by group. */
export function HeatMap({ requirements, selected, onSelect }: HeatMapProps) {
  return (
    <section aria-label="Requirements" className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {groupRequirements(requirements).map(({ group, requirements: members }) => (
        <div key={group} className="border-rule border-t pt-3">
          <h2 className="mb-2 font-medium text-small">{group}</h2>
          <ul className="flex flex-wrap gap-1">
            {members.map(({ id, status, title }) => {
              const label = `${id}${title && ` ${title}`}: ${requirementLabels[status]}`
              return (
                <li key={id}>
                  <button
                    type="button"
                    aria-label={label}
                    aria-pressed={id === selected}
                    title={label}
                    onClick={() => onSelect(id)}
                    className={cx(
                      'block size-6 rounded-small border',
                      marks[status],
                      id === selected && 'outline-2 outline-ink outline-offset-2',
                    )}
                  />
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
