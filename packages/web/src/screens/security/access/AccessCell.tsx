import type { Permission } from '@kept/domain/permission.ts'
import { Popover } from '@kept/ui/controls/Popover.tsx'
import { type AccessArea, type AccessLevel, accessAreas, levelIn } from '../access-areas.ts'

interface AccessCellProps {
  /** Whose access it is. */
  name: string
  area: AccessArea
  permissions: readonly HeldPermission[]
}

export interface HeldPermission {
  permission: Permission
  /** Where it comes from: "by the group Platform". */
  source: string
  /** Beyond the role. */
  isGranted: boolean
}

/** How much of an area someone can do. Pressed, it lists the permissions and where each comes from. */
export function AccessCell({ name, area, permissions }: AccessCellProps) {
  const own = permissions.filter((held) => isIn(area, held))
  const level = levelIn(own.map(({ permission }) => permission))
  if (level === '–')
    return (
      <span className="text-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">None</span>
      </span>
    )
  const isGranted = own.some((held) => held.isGranted)
  return (
    <Popover
      label={`${name}: ${area.label}`}
      className="p-3"
      trigger={
        <button
          type="button"
          aria-label={`${name}, ${area.label}: ${level}${isGranted ? ', partly granted' : ''}`}
          className="-m-1.5 inline-flex items-center align-middle gap-0.5 rounded-small p-1.5 hover:bg-hover"
        >
          <LevelMark level={level} />
          {isGranted && <span aria-hidden="true">*</span>}
        </button>
      }
    >
      <p className="font-medium text-small">
        {name}, {area.label}: {level}
      </p>
      <ul className="mt-1 text-small text-soft">
        {own.map(({ permission, source }) => (
          <li key={permission}>
            <code>{permission}</code> {source}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

/** Every area that someone can reach, with its name: for a table too narrow for a column of each. */
export function AccessList({ name, permissions }: Omit<AccessCellProps, 'area'>) {
  const reached = accessAreas.filter((area) => permissions.some((held) => isIn(area, held)))
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
      {reached.map((area) => (
        <span key={area.label} className="inline-flex items-center gap-2">
          <AccessCell name={name} area={area} permissions={permissions} /> {area.label}
        </span>
      ))}
    </span>
  )
}

function isIn({ prefixes }: AccessArea, { permission }: HeldPermission): boolean {
  return prefixes.includes(permission.split(':')[0] ?? '')
}

/** A full circle, a half one, or a ring: told apart without color. */
function LevelMark({ level }: { level: Exclude<AccessLevel, '–'> }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 14 14" className="size-3.5 text-ink">
      <circle
        cx="7"
        cy="7"
        r="5.75"
        fill={level === 'Full' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {level === 'Edit' && <path d="M7 1.25a5.75 5.75 0 0 0 0 11.5z" fill="currentColor" />}
    </svg>
  )
}

/** What the marks mean. */
export function AccessLegend() {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-soft">
      {(['Full', 'Edit', 'View'] as const).map((level) => (
        <span key={level} className="inline-flex items-center gap-1.5">
          <LevelMark level={level} /> {level}
        </span>
      ))}
      <span>– None</span>
      <span>* Granted beyond the role</span>
      <span>Press a mark to see where the permissions come from.</span>
    </p>
  )
}
