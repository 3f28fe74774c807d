import { type AlertLabel, alertLabelNames, alertLabels } from '@kept/domain/alert-words.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { KnownValues } from './KnownValues.tsx'
import { listOf } from './words.ts'

export interface FilterText {
  label: AlertLabel
  text: string
}

interface FilterFieldsProps {
  filters: readonly FilterText[]
  onChange(filters: readonly FilterText[]): void
}

/** Each filter by another label: what must hold of an event for it to be told. */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const free = alertLabelNames.filter((name) => !filters.some(({ label }) => label === name))
  const put = (at: number, change: Partial<FilterText>) =>
    onChange(filters.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const [next] = free
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-small text-soft">Only where</legend>
      {filters.map(({ label, text }, at) => (
        <div
          key={label}
          className="grid items-end gap-2 max-sm:justify-items-start sm:grid-cols-[minmax(8rem,1fr)_2fr_auto] max-sm:[&>*]:w-full max-sm:[&>button]:w-auto"
        >
          <Select<AlertLabel>
            label="What"
            hiddenLabel
            value={label}
            options={[label, ...free].map((value) => ({ value, label: alertLabels[value] }))}
            onChange={(value) => put(at, { label: value })}
          />
          <Input
            label={`${alertLabels[label]} is one of`}
            hiddenLabel
            placeholder="one of, with commas between them"
            value={text}
            onChange={(event) => put(at, { text: event.target.value })}
            autoComplete="off"
          />
          <Button onClick={() => onChange(filters.filter((_, index) => index !== at))}>
            Remove<span className="sr-only"> the filter on {alertLabels[label]}</span>
          </Button>
          <KnownValues label={label} text={text} onPick={(value) => put(at, { text: withValue(text, value) })} />
        </div>
      ))}
      {next && (
        <Button size="small" onClick={() => onChange([...filters, { label: next, text: '' }])}>
          Add a filter
        </Button>
      )}
    </fieldset>
  )
}

const withValue = (text: string, value: string) => [...listOf(text), value].join(', ')
