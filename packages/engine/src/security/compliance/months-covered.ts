/** What shows a requirement in each month: what is known now of the last twelve. */
import type { MonthCover } from '@kept/domain/compliance.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'

const SHOWN_MONTHS = 12

/** The last twelve calendar months in UTC, the oldest first: "2026-11". `today` is the last one's. */
export function shownMonths(today: string): string[] {
  return Array.from({ length: SHOWN_MONTHS }, (_, index) => addMonths(today, index + 1 - SHOWN_MONTHS))
}

interface Shown {
  /** Instants. Evidence shows each month that it observed a day of. */
  evidence: readonly { observed_from: string; observed_until: string }[]
  /** The last result of each check: it says something of the month of its scan, and nothing of earlier ones. */
  checks: readonly { status: string; observed_at: string }[]
}

export function monthsCovered(months: readonly string[], { evidence, checks }: Shown): MonthCover[] {
  return months.map((month) => {
    const results = checks.filter(({ observed_at }) => observed_at.startsWith(month))
    if (results.some(({ status }) => status === 'fail')) return 'failing'
    const isObserved = evidence.some(
      ({ observed_from, observed_until }) => observed_from.slice(0, 7) <= month && month <= observed_until.slice(0, 7),
    )
    return isObserved || results.some(({ status }) => status === 'pass') ? 'covered' : 'nothing'
  })
}
