/** Named windows, worked out from the days that were billed: what is latest is what the bill says, not today. */
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { addDays, formatMonth, startOfMonth } from '@kept/ui/format/day.ts'

export interface Preset {
  label: string
  window: DayWindow | null
}

/** `last` is the last day with a charge. */
export function presetsFor(first: string | null, last: string | null): Preset[] {
  const everything = { label: 'All days', window: null }
  if (first === null || last === null) return [everything]
  const end = addDays(last, 1)
  const latest = [7, 30, 90].map((days) => ({
    label: `Latest ${days} days`,
    window: { from: addDays(end, -days), to: end },
  }))
  const months = [0, -1, -2].map((back) => {
    const from = startOfMonth(last, back)
    return { label: formatMonth(from), window: { from, to: startOfMonth(from, 1) } }
  })
  return [everything, ...latest, ...months.filter(({ window }) => window.to > first)]
}

/** The window in an address, when both ends make sense. */
export function readWindow(search: Record<string, string>): DayWindow | null {
  const { from, to } = search
  if (!isDay(from) || !isDay(to) || from >= to) return null
  return { from, to }
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
