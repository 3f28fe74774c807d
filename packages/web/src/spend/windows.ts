/** Preset date ranges. They end with the last billed day, not today. */
import { addDays } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'

interface Preset {
  label: string
  window: DayWindow | null
}

/** `last` is the last day with a charge. */
export function presetsFor(first: string | null, last: string | null): Preset[] {
  const everything = { label: 'All days', window: null }
  if (first === null || last === null) return [everything]
  const end = addDays(last, 1)
  const latest = [7, 30, 90].map((days) => ({
    label: `Last ${days} days`,
    window: { from: addDays(end, -days), to: end },
  }))
  const months = [0, -1, -2].map((offset) => {
    const from = startOfMonth(last, offset)
    return { label: formatMonth(from), window: { from, to: startOfMonth(from, 1) } }
  })
  return [everything, ...latest, ...months.filter(({ window }) => window.to > first)]
}

/** Reads the window from the address; null when an end is missing or invalid. */
export function readWindow(search: Record<string, string>): DayWindow | null {
  const { from, to } = search
  if (!isDay(from) || !isDay(to) || from >= to) return null
  return { from, to }
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
