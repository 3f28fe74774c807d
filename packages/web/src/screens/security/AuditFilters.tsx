import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { api } from '../../api/client.ts'
import { type AuditView, isFiltered, noFilters, outcomeLabels, outcomes } from './security-view.ts'

/** The select needs a word for "all of them"; an empty one is not allowed. */
const anyValue = 'any'

interface AuditFiltersProps {
  organization: string
  view: AuditView
  onChange(part: Partial<AuditView>): void
}

export function AuditFilters({ organization, view, onChange }: AuditFiltersProps) {
  const facets = useQuery(api.security.auditFacets.queryOptions({ input: { organization } })).data?.data
  const lists = [
    { name: 'actor', label: 'Who', all: 'Anyone', values: facets?.actors ?? [] },
    { name: 'action', label: 'What', all: 'All actions', values: facets?.actions ?? [] },
    { name: 'resource', label: 'On what', all: 'All resources', values: facets?.resources ?? [] },
  ] as const
  return (
    <div className="mb-3 flex flex-wrap items-end gap-2">
      <div className="w-full sm:w-72">
        <Input
          label="Search the audit log"
          hiddenLabel
          type="search"
          placeholder="Who, what, on what, or address"
          icon={<Search size={14} />}
          value={view.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      </div>
      {lists.map(({ name, label, all, values }) => (
        <div key={name} className="w-44">
          <Select
            label={label}
            hiddenLabel
            value={view[name] || anyValue}
            options={[{ value: anyValue, label: all }, ...withChosen(values, view[name]).map(toOption)]}
            onChange={(value) => onChange({ [name]: value === anyValue ? '' : value })}
          />
        </div>
      ))}
      <div className="w-36">
        <Select
          label="Outcome"
          hiddenLabel
          value={view.outcome || anyValue}
          options={[
            { value: anyValue, label: 'Any outcome' },
            ...outcomes.map((value) => ({ value, label: outcomeLabels[value] })),
          ]}
          onChange={(value) => onChange({ outcome: outcomes.find((outcome) => outcome === value) ?? '' })}
        />
      </div>
      <div className="w-40">
        <Input
          label="From"
          hiddenLabel
          title="First day, in UTC"
          type="date"
          value={view.start_date}
          onChange={(event) => onChange({ start_date: event.target.value })}
        />
      </div>
      <div className="w-40">
        <Input
          label="Before"
          hiddenLabel
          title="The day after the last one, in UTC"
          type="date"
          value={view.end_date}
          onChange={(event) => onChange({ end_date: event.target.value })}
        />
      </div>
      {isFiltered(view) && (
        <Button tone="quiet" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** A value of the address stays selectable while the list loads. */
function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
}

function toOption(value: string) {
  return { value, label: value }
}
