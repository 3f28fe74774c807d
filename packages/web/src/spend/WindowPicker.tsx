import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { DateRangePicker, type DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useCatalog } from './useCatalog.ts'
import { presetsFor } from './windows.ts'

interface WindowPickerProps {
  value: DayWindow | null
  onChange(window: DayWindow | null): void
  /** What the page shows when no dates are selected. */
  placeholder?: string
  defaultWindow?: DayWindow | null
}

/** Selects a page's dates, with presets from the billed days. */
export function WindowPicker({ value, onChange, placeholder = 'All days', defaultWindow }: WindowPickerProps) {
  const catalog = useCatalog().data
  const first = catalog?.first_day ?? null
  const last = catalog?.last_day ?? null
  const today = utcDay(Date.now())
  const all =
    first && last ? { from: first, to: addDays(last, 1) } : { from: addDays(today, -30), to: addDays(today, 1) }
  const presets = presetsFor(first, last)
    .map((preset) => (preset.window === null ? { ...preset, label: placeholder } : preset))
    .filter((preset, index, all) => all.findIndex((other) => other.label === preset.label) === index)
  return (
    <DateRangePicker
      label="Days"
      value={value}
      placeholder={placeholder}
      presets={presets}
      fallback={defaultWindow ?? all}
      onChange={onChange}
    />
  )
}
