import type { Filter } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ChoiceList } from '@kept/ui/controls/Combobox.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Popover } from '@kept/ui/controls/Popover.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSettled } from '../../shell/useSettled.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'

interface FilterChipProps {
  filter: Filter
  window: DayWindow | null
  /** A filter just begun is open, waiting for its first value. */
  startOpen?: boolean
  onChange(filter: Filter): void
  onRemove(): void
}

const ops = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
] as const
const opWords = { is: 'is', is_not: 'is not', contains: 'contains' } as const

/** One filter in a few words; pressing it opens its values. */
export function FilterChip({ filter, window, startOpen = false, onChange, onRemove }: FilterChipProps) {
  const [open, setOpen] = useState(startOpen)
  // Changes count when the list closes, so that each press does not ask the server and move the page.
  const [draft, setDraft] = useState(filter)
  const label = labelOfKey(filter.by)
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
              {label} {opWords[filter.op]}
            </span>
            <span className="max-w-56 truncate text-ink">{sayValues(filter)}</span>
          </Button>
        }
      >
        <div className="flex items-center justify-between gap-2 border-rule border-b p-2">
          <Segmented
            label="How it matches"
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
  const search = useSettled(text.trim(), 200)
  const values = useQuery({
    ...api.costs.values.queryOptions({
      input: { name: filter.by, limit: 50, ...(search ? { search } : {}), ...(window ?? {}) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = values.data?.data ?? []
  const missing = filter.values.filter((value) => !found.some((one) => one.value === value))
  return (
    <ChoiceList
      label={`Values of ${labelOfKey(filter.by)}`}
      placeholder="Search values"
      options={[
        ...(search === '' ? missing.map((value) => ({ value, label: nameOfValue(filter.by, value) })) : []),
        ...found.map((one) => ({
          value: one.value,
          label: nameOfValue(filter.by, one.value, one.name),
          detail: counted(one.lines, 'line'),
        })),
      ]}
      chosen={filter.values}
      onToggle={(value) => {
        const next = filter.values.includes(value)
          ? filter.values.filter((one) => one !== value)
          : [...filter.values, value]
        onChange({ ...filter, values: next })
      }}
      onSearch={setText}
      loading={values.isFetching}
      empty={values.isError ? 'The values could not be loaded.' : 'No such value in these days.'}
    />
  )
}

function sayValues({ by, values }: Filter): string {
  if (values.length === 0) return '…'
  const shown = values.slice(0, 2).map((value) => nameOfValue(by, value))
  return values.length > 2 ? `${shown.join(', ')} and ${values.length - 2} more` : shown.join(' or ')
}
