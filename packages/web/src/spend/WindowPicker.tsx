import { DateRangePicker, type DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { addDays } from '@kept/ui/format/day.ts'
import { useCatalogue } from './useCatalogue.ts'
import { presetsFor } from './windows.ts'

interface WindowPickerProps {
  value: DayWindow | null
  onChange(window: DayWindow | null): void
  /** What the page shows while nothing is chosen. */
  placeholder?: string
  shown?: DayWindow | null
}

/** The window of a page, offered from the days there are. */
export function WindowPicker({ value, onChange, placeholder = 'All days', shown }: WindowPickerProps) {
  const catalogue = useCatalogue().data
  const first = catalogue?.first_day ?? null
  const last = catalogue?.last_day ?? null
  const today = new Date().toISOString().slice(0, 10)
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
      fallback={shown ?? all}
      onChange={onChange}
    />
  )
}
