import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from './Button.tsx'
import { Calendar } from './Calendar.tsx'
import { boxClass } from './Field.tsx'
import { Popover } from './Popover.tsx'

/** Days from `from` (inclusive) to `to` (exclusive), as in the API. */
export interface DayWindow {
  from: string
  to: string
}

interface DateRangePickerProps {
  label: string
  value: DayWindow | null
  /** Shown when nothing is selected. */
  placeholder: string
  /** Named windows, provided by the caller. */
  presets: readonly { label: string; window: DayWindow | null }[]
  /** The range the calendar opens with when nothing is selected. */
  fallback: DayWindow
  onChange(window: DayWindow | null): void
}

/** Selects a date range by preset, text, or calendar. Both ends are shown as inclusive. */
export function DateRangePicker({ label, value, placeholder, presets, fallback, onChange }: DateRangePickerProps) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState<[string, string] | null>(null)
  const activeWindow = value ?? fallback
  const range = draft ?? [activeWindow.from, addDays(activeWindow.to, -1)]
  const [first, last] = range
  const valid = first !== '' && last !== '' && first <= last
  const choose = (window: DayWindow | null) => {
    onChange(window)
    setDraft(null)
    setOpen(false)
  }
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setDraft(null)
      }}
      className="max-h-[calc(100dvh-6rem)]"
      trigger={
        <Button
          icon={<CalendarRange size={14} className="text-faint" />}
          className="figure"
          aria-label={`${label}: ${value ? formatWindow(value.from, value.to) : placeholder}`}
        >
          {value ? formatWindow(value.from, value.to) : placeholder}
        </Button>
      }
    >
      <div className="flex flex-col sm:flex-row">
        <ul className="flex flex-row flex-wrap gap-1 border-rule border-b p-2 sm:w-40 sm:flex-col sm:flex-nowrap sm:border-r sm:border-b-0">
          {presets.map((preset) => {
            const now = preset.window?.from === value?.from && preset.window?.to === value?.to
            return (
              <li key={preset.label}>
                <button
                  type="button"
                  aria-pressed={now}
                  onClick={() => choose(preset.window)}
                  className={cx(
                    'min-h-7 w-full rounded-small px-2 text-left text-small hover:bg-hover',
                    now ? 'font-medium text-ink' : 'text-soft',
                  )}
                >
                  {preset.label}
                </button>
              </li>
            )
          })}
        </ul>
        <div className="p-3">
          <div className="mb-3 flex items-end gap-2">
            <DayBox label="From" value={first} onChange={(day) => setDraft([day, last])} />
            <DayBox label="To (inclusive)" value={last} onChange={(day) => setDraft([first, day])} />
          </div>
          <Calendar
            range={valid ? [first, last] : [activeWindow.from, addDays(activeWindow.to, -1)]}
            onRange={(next) => setDraft(next)}
          />
          <div className="mt-2 flex items-center justify-between gap-2">
            <p role="status" className="text-small text-leak">
              {valid ? '' : 'The first day must be on or before the last day.'}
            </p>
            <Button
              tone="primary"
              size="small"
              disabled={!valid}
              onClick={() => choose({ from: first, to: addDays(last, 1) })}
            >
              Apply
            </Button>
          </div>
        </div>
      </div>
    </Popover>
  )
}

function DayBox({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  return (
    <label className="block flex-1 text-micro text-soft">
      {label}
      <input
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(boxClass, 'figure mt-0.5 px-2 text-small')}
      />
    </label>
  )
}
