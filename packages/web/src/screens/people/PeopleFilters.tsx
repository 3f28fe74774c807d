import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useCustomRoles } from '../../account/role-choice.ts'
import { roleLabels } from '../../shell/role-labels.ts'
import { statusLabels } from './people-text.ts'
import { isNarrowed, type PeopleView, roles, statuses } from './people-view.ts'

/** The select needs a word for "all of them"; an empty one is not allowed. */
const anyValue = 'any'

interface PeopleFiltersProps {
  view: PeopleView
  total: number | undefined
  onChange(part: Partial<PeopleView>): void
}

/** Narrow the list; the server does the looking. */
export function PeopleFilters({ view, total, onChange }: PeopleFiltersProps) {
  const customRoles = useCustomRoles()
  return (
    <div className="mt-6 mb-3 flex flex-wrap items-end gap-2">
      <div className="w-full sm:w-72">
        <SearchInput
          label="Search users"
          placeholder="Search by name or email"
          value={view.text}
          onChange={(text) => onChange({ text })}
        />
      </div>
      <div className="w-36">
        <Select
          label="Role"
          hiddenLabel
          value={view.role || anyValue}
          options={[
            { value: anyValue, label: 'All roles' },
            ...roles.map((value) => ({ value: value as string, label: roleLabels[value] })),
            ...customRoles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(role) => onChange({ role: role === anyValue ? '' : role })}
        />
      </div>
      <div className="w-36">
        <Select
          label="Status"
          hiddenLabel
          value={view.status || anyValue}
          options={[
            { value: anyValue, label: 'Any status' },
            ...statuses.map((value) => ({ value, label: statusLabels[value].label })),
          ]}
          onChange={(status) => onChange({ status: statuses.find((option) => option === status) ?? '' })}
        />
      </div>
      {isNarrowed(view) && (
        <Button tone="quiet" onClick={() => onChange({ text: '', role: '', status: '' })}>
          Clear
        </Button>
      )}
      {total !== undefined && (
        <p role="status" className="ml-auto text-small text-soft">
          {counted(total, 'user')}
        </p>
      )}
    </div>
  )
}
