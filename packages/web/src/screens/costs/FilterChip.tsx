import type { Filter } from '@kept/domain/cost-query.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ChoiceList } from '@kept/ui/controls/Combobox.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Popover } from '@kept/ui/controls/Popover.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useDebounced } from '../../shell/useDebounced.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'

interface FilterChipProps {
  filter: Filter
  window: DayWindow | null
  /** A new filter opens to select its first value. */
  startOpen?: boolean
  onChange(filter: Filter): void
  onRemove(): void
}

const ops = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
] as const
const operatorLabels = { is: 'is', is_not: 'is not', contains: 'contains' } as const

/** A filter; selecting it opens its values. */
export function FilterChip({ filter, window, startOpen = false, onChange, onRemove }: FilterChipProps) {
  const [open, setOpen] = useState(startOpen)
  // Changes apply when the list closes, so that each selection does not reload the page.
  const [draft, setDraft] = useState(filter)
  const label = labelOfKey(filter.dimension)
  const close = () => {
    setOpen(false)
    onChange(draft)
  }
  return (
    <span className="inline-flex items-center rounded-base border border-rule-strong bg-raised">
      <Popover
        label={`Filter by ${label}`}
        open={open}
        onOpenChange={(next) => {
          if (next) {
            setDraft(filter)
            setOpen(true)
          } else close()
        }}
        focusOn="input"
        className="w-80"
        trigger={
          <Button size="small" tone="quiet" className="border-none">
            <span className="text-faint">
              {label} {operatorLabels[filter.op]}
            </span>
            <span className="max-w-56 truncate text-ink">{formatFilterValues(filter)}</span>
          </Button>
        }
      >
        <div className="flex items-center justify-between gap-2 border-rule border-b p-2">
          <Segmented
            label="Operator"
            value={draft.op}
            options={ops}
            onChange={(op) =>
              setDraft({ ...draft, op, values: op === 'contains' || draft.op === 'contains' ? [] : draft.values })
            }
          />
          <Button size="small" tone="primary" onClick={close}>
            Done
          </Button>
        </div>
        {draft.op === 'contains' ? (
          <div className="p-3">
            <Input
              label={`${label} contains`}
              value={draft.values[0] ?? ''}
              onChange={(event) =>
                setDraft({ ...draft, values: event.target.value === '' ? [] : [event.target.value] })
              }
              onKeyDown={(event) => event.key === 'Enter' && close()}
            />
          </div>
        ) : (
          <Values filter={draft} window={window} onChange={setDraft} />
        )}
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter on ${label}`}
        onClick={onRemove}
        className="flex size-7 items-center justify-center rounded-r-base text-faint hover:bg-hover hover:text-ink"
      >
        <X size={13} />
      </button>
    </span>
  )
}

function Values({
  filter,
  window,
  onChange,
}: {
  filter: Filter
  window: DayWindow | null
  onChange(filter: Filter): void
}) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim(), 200)
  const values = useQuery({
    ...api.costs.values.queryOptions({
      input: {
        name: filter.dimension,
        limit: 50,
        ...(search ? { search } : {}),
        ...(window && { start_date: window.from, end_date: window.to }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const options = values.data?.data ?? []
  const missing = filter.values.filter((value) => !options.some((option) => option.value === value))
  return (
    <ChoiceList
      label={`Values of ${labelOfKey(filter.dimension)}`}
      placeholder="Search values"
      options={[
        ...(search === '' ? missing.map((value) => ({ value, label: nameOfValue(filter.dimension, value) })) : []),
        ...options.map((option) => ({
          value: option.value,
          label: nameOfValue(filter.dimension, option.value, option.name),
          detail: counted(option.lines, 'line'),
        })),
      ]}
      chosen={filter.values}
      onToggle={(value) => {
        const next = filter.values.includes(value)
          ? filter.values.filter((other) => other !== value)
          : [...filter.values, value]
        onChange({ ...filter, values: next })
      }}
      onSearch={setText}
      loading={values.isFetching}
      empty={values.isError ? 'The values could not be loaded.' : 'No matching values in this period.'}
    />
  )
}

function formatFilterValues({ dimension: key, values }: Filter): string {
  if (values.length === 0) return '…'
  const labels = values.slice(0, 2).map((value) => nameOfValue(key, value))
  return values.length > 2 ? `${labels.join(', ')} and ${values.length - 2} more` : labels.join(' or ')
}
