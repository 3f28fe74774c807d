import { type AlertLabel, alertLabelNames, alertLabels } from '@kept/domain/alert-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { listOf } from './alert-text.ts'
import { KnownValues } from './KnownValues.tsx'

export interface FilterText {
  label: AlertLabel
  text: string
}

interface FilterFieldsProps {
  filters: readonly FilterText[]
  onChange(filters: readonly FilterText[]): void
}

/** The filters of a rule, one per label. An event must match all of them. */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const free = alertLabelNames.filter((name) => !filters.some(({ label }) => label === name))
  const update = (position: number, change: Partial<FilterText>) =>
    onChange(filters.map((filter, index) => (index === position ? { ...filter, ...change } : filter)))
  const [next] = free
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-small text-soft">Filters</legend>
      {filters.map(({ label, text }, position) => (
        <div
          key={label}
          className="grid items-end gap-2 max-sm:justify-items-start sm:grid-cols-[minmax(8rem,1fr)_2fr_auto] max-sm:[&>*]:w-full max-sm:[&>button]:w-auto"
        >
          <Select<AlertLabel>
            label="Label"
            hiddenLabel
            value={label}
            options={[label, ...free].map((value) => ({ value, label: alertLabels[value] }))}
            onChange={(value) => update(position, { label: value })}
          />
          <Input
            label={`${alertLabels[label]} is one of`}
            hiddenLabel
            placeholder="Values, separated by commas"
            value={text}
            onChange={(event) => update(position, { text: event.target.value })}
            autoComplete="off"
          />
          <Button onClick={() => onChange(filters.filter((_, index) => index !== position))}>
            Remove<span className="sr-only"> the filter on {alertLabels[label]}</span>
          </Button>
          <KnownValues
            label={label}
            text={text}
            onPick={(value) => update(position, { text: withValue(text, value) })}
          />
        </div>
      ))}
      {next && (
        <Button size="small" onClick={() => onChange([...filters, { label: next, text: '' }])}>
          Add filter
        </Button>
      )}
    </fieldset>
  )
}

const withValue = (text: string, value: string) => [...listOf(text), value].join(', ')
