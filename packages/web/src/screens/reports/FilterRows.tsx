import type { Filter } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { useState } from 'react'
import { isKey } from '../../spend/group-key.ts'
import { keyOptions } from '../../spend/key-options.ts'
import { useCatalog } from '../../spend/useCatalog.ts'

interface FilterRowsProps {
  filters: readonly Filter[]
  onChange(filters: Filter[]): void
}

const operators = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
] as const

/** Cost filters: a dimension, an operator, and values between commas. */
export function FilterRows({ filters, onChange }: FilterRowsProps) {
  const options = keyOptions(useCatalog().data)
  const change = (index: number, filter: Filter) => onChange(filters.toSpliced(index, 1, filter))
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-small text-soft">Filters</legend>
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no identity, and are only added at the end.
        <div key={index} className="grid items-end gap-2 sm:grid-cols-[12rem_7rem_minmax(0,1fr)_auto]">
          <Select
            label={`Dimension of filter ${index + 1}`}
            hiddenLabel
            value={filter.dimension}
            options={options}
            onChange={(dimension) => isKey(dimension) && change(index, { ...filter, dimension })}
          />
          <Select
            label={`Operator of filter ${index + 1}`}
            hiddenLabel
            value={filter.op}
            options={operators}
            onChange={(op) => change(index, { ...filter, op })}
          />
          <ValuesInput
            label={`Values of filter ${index + 1}`}
            values={filter.values}
            onChange={(values) => change(index, { ...filter, values })}
          />
          <Button onClick={() => onChange(filters.toSpliced(index, 1))}>
            Remove<span className="sr-only"> filter {index + 1}</span>
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...filters, { dimension: 'provider', op: 'is', values: [''] }])}>
        Add filter
      </Button>
    </fieldset>
  )
}

interface ValuesInputProps {
  label: string
  values: readonly string[]
  onChange(values: string[]): void
}

/** Keeps the text as typed, so that a comma at the end is not lost while the next value is typed. */
function ValuesInput({ label, values, onChange }: ValuesInputProps) {
  const [text, setText] = useState(values.join(', '))
  return (
    <Input
      label={label}
      hiddenLabel
      placeholder="Values as on the bill, separated by commas"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        const typed = event.target.value.split(',').map((value) => value.trim())
        onChange(typed.length > 1 ? typed.filter(Boolean) : typed)
      }}
    />
  )
}
