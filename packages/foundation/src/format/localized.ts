/** Formats amounts, days and months for a document, in the language of its reader: "1.234,50 €", "14. Nov. 2026". */
import { toDayNumber } from '../calendar/day.ts'
import { dayMs } from '../calendar/instant.ts'

export interface LocalizedFormats {
  /** With its currency and all its minor digits. */
  money(amount: string): string
  /** "Nov 14, 2026". The day is of UTC. */
  day(day: string): string
  /** "October 2026" */
  month(month: string): string
  /** "19%" from "19" */
  percent(percent: string): string
}

/** Falls back to en-US for a locale that Intl doesn't know. */
export function localizedFormats(locale: string, currency: string): LocalizedFormats {
  const used = isKnown(locale) ? locale : 'en-US'
  const utc = { timeZone: 'UTC' } as const
  const money = new Intl.NumberFormat(used, { style: 'currency', currency })
  const day = new Intl.DateTimeFormat(used, { ...utc, day: 'numeric', month: 'short', year: 'numeric' })
  const month = new Intl.DateTimeFormat(used, { ...utc, month: 'long', year: 'numeric' })
  const percent = new Intl.NumberFormat(used, { style: 'percent', maximumFractionDigits: 4 })
  const atMidnight = (text: string) => toDayNumber(text) * dayMs
  return {
    money: (amount) => money.format(asNumeric(amount)),
    day: (text) => day.format(atMidnight(text)),
    month: (text) => month.format(atMidnight(`${text}-01`)),
    percent: (text) => percent.format(asNumeric(`${text}e-2`)),
  }
}

function isKnown(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

/** Intl accepts any decimal string; TypeScript's type for it is too narrow. */
function asNumeric(text: string): Intl.StringNumericLiteral {
  return text as Intl.StringNumericLiteral
}
