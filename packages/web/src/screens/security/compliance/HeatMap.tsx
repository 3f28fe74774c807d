import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { groupRequirements, markLabels, markOf, type RequirementMark, sharedPrefix } from './compliance-labels.ts'

/** Not by color alone: each status has a fill and a border of its own, and its name is in the label. */
const marks: Record<RequirementMark, string> = {
  met: 'border-ink bg-ink text-paper',
  partly: 'border-rule-strong bg-rule-strong text-ink',
  failing: 'border-leak bg-leak text-paper',
  expired: 'border-watch bg-watch-wash text-watch',
  not_applicable: 'border-rule text-faint line-through',
  unknown: 'border-edge border-dashed text-soft',
}

export function StatusMark({ mark }: { mark: RequirementMark }) {
  return <span aria-hidden="true" className={cx('inline-block h-3 w-4 rounded-small border', marks[mark])} />
}

interface HeatMapProps {
  requirements: readonly ComplianceRequirement[]
  selected: string | undefined
  onSelect(id: string): void
}

/** A row for each group of requirements, with how many of those that apply are covered. */
export function HeatMap({ requirements, selected, onSelect }: HeatMapProps) {
  return (
    <section aria-label="Requirements" className="border-rule border-t">
      {groupRequirements(requirements).map(({ group, requirements: members }) => {
        const applying = members.filter(({ status }) => status !== 'not_applicable')
        const covered = applying.filter(({ status }) => status === 'met' || status === 'partly')
        return (
          <div
            key={group}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-rule border-b py-2 @2xl:grid-cols-[14rem_minmax(0,1fr)_auto]"
          >
            <h3 className="text-small">
              <span className="font-medium">{group}</span>{' '}
              <span className="text-soft">{sharedPrefix(members.map(({ id }) => id))}</span>
            </h3>
            <ul className="flex flex-wrap gap-1 @max-2xl:order-last @max-2xl:col-span-2">
              {members.map((requirement) => (
                <li key={requirement.id}>
                  <RequirementButton
                    requirement={requirement}
                    isSelected={requirement.id === selected}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ul>
            <p className="figure whitespace-nowrap text-right text-small text-soft">
              {formatCount(covered.length)} of {formatCount(applying.length)}
            </p>
          </div>
        )
      })}
    </section>
  )
}

interface RequirementButtonProps {
  requirement: ComplianceRequirement
  isSelected: boolean
  onSelect(id: string): void
}

function RequirementButton({ requirement, isSelected, onSelect }: RequirementButtonProps) {
  const { id, title } = requirement
  const mark = markOf(requirement)
  const label = `${id} ${title}: ${markLabels[mark]}`
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={() => onSelect(id)}
      className={cx(
        'block h-7 min-w-11 rounded-small border px-1.5 font-medium font-mono text-micro',
        marks[mark],
        isSelected && 'outline-2 outline-ink outline-offset-2',
      )}
    >
      {id}
    </button>
  )
}
