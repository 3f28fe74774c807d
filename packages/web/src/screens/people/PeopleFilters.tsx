import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { Search } from 'lucide-react'
import { roleWords } from '../../shell/role-words.ts'
import { isNarrowed, type PeopleView, roles, statuses } from './people-view.ts'
import { statusWords } from './words.ts'

/** The select needs a word for "all of them"; an empty one is not allowed. */
const any = 'any'

interface PeopleFiltersProps {
  view: PeopleView
  total: number | undefined
  onChange(part: Partial<PeopleView>): void
}

/** Narrow the list; the server does the looking. */
export function PeopleFilters({ view, total, onChange }: PeopleFiltersProps) {
  return (
    <div className="mt-6 mb-3 flex flex-wrap items-end gap-2">
      <div className="w-full sm:w-72">
        <Input
          label="Search people"
          hiddenLabel
          type="search"
          placeholder="Search by name or e-mail"
          icon={<Search size={14} />}
          value={view.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </div>
      <div className="w-36">
        <Select
          label="Role"
          hiddenLabel
          value={view.role || any}
          options={[{ value: any, label: 'All roles' }, ...roles.map((value) => ({ value, label: roleWords[value] }))]}
          onChange={(role) => onChange({ role: roles.find((one) => one === role) ?? '' })}
        />
      </div>
      <div className="w-36">
        <Select
          label="Status"
          hiddenLabel
          value={view.status || any}
          options={[
            { value: any, label: 'Any status' },
            ...statuses.map((value) => ({ value, label: statusWords[value].label })),
          ]}
          onChange={(status) => onChange({ status: statuses.find((one) => one === status) ?? '' })}
        />
      </div>
      {isNarrowed(view) && (
        <Button tone="quiet" onClick={() => onChange({ text: '', role: '', status: '' })}>
          Clear
        </Button>
      )}
      {total !== undefined && (
        <p role="status" className="ml-auto text-small text-soft">
          {counted(total, 'person', 'people')}
        </p>
      )}
    </div>
  )
}
