import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { DateRangePicker } from '@kept/ui/controls/DateRangePicker.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { outcomeLabels } from '../../security/outcome-labels.ts'
import { type AuditView, isFiltered, noFilters, outcomes } from './security-view.ts'

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
    <div className="mb-3 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-end">
      <div className="col-span-2 sm:w-72">
        <SearchInput
          label="Search the audit log"
          placeholder="Who, what, on what, or address"
          value={view.text}
          onChange={(text) => onChange({ text })}
        />
      </div>
      {lists.map(({ name, label, all, values }) => (
        <div key={name} className="min-w-0 sm:w-36">
          <Select
            label={label}
            hiddenLabel
            value={view[name] || anyValue}
            options={[{ value: anyValue, label: all }, ...withChosen(values, view[name]).map(toOption)]}
            onChange={(value) => onChange({ [name]: value === anyValue ? '' : value })}
          />
        </div>
      ))}
      <div className="min-w-0 sm:w-34">
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
      <Days view={view} onChange={onChange} />
      {isFiltered(view) && (
        <Button tone="quiet" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** Days in UTC. An address may name only one end. */
function Days({ view: { start_date, end_date }, onChange }: Pick<AuditFiltersProps, 'view' | 'onChange'>) {
  const today = utcDay(Date.now())
  const until = addDays(today, 1)
  const last = (days: number) => ({ from: addDays(until, -days), to: until })
  const oneEnd = start_date ? `From ${formatDay(start_date)}` : end_date ? `Before ${formatDay(end_date)}` : ''
  return (
    <DateRangePicker
      label="Days, in UTC"
      value={start_date && end_date ? { from: start_date, to: end_date } : null}
      placeholder={oneEnd || 'Any day'}
      presets={[
        { label: 'Any day', window: null },
        { label: 'Today', window: last(1) },
        { label: 'Last 7 days', window: last(7) },
        { label: 'Last 30 days', window: last(30) },
        { label: 'Last 90 days', window: last(90) },
      ]}
      fallback={last(7)}
      onChange={(window) => onChange({ start_date: window?.from ?? '', end_date: window?.to ?? '' })}
    />
  )
}

/** A value of the address stays selectable while the list loads. */
function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
}

function toOption(value: string) {
  return { value, label: value }
}
