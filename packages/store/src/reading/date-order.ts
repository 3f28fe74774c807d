/** Decides whether 3/4/2024 is in March or in April, from all values of the file, and how certain that is. */

export interface DateParts {
  /** Some date is written with slashes. */
  hasSlashDates: boolean
  /** The largest number in the first and in the second position. */
  largest: [first: number, second: number]
  /** The number of distinct values in either position. */
  distinct: [first: number, second: number]
  /** The values in either position of the dates on which billing periods start. */
  periods: [first: number[], second: number[]]
  /** An example date. */
  example: string
}

export interface DateOrder {
  /** Null: undecided, and then month first is assumed. */
  order: 'day_first' | 'month_first' | null
  reason: 'values' | 'contradiction' | 'billing_period' | 'one_month' | 'nothing'
  example: string
}

/** No month has a number above twelve: the most certain sign, for which some rows are enough. */
export function orderByValues({ largest: [first, second] }: Pick<DateParts, 'largest'>): DateOrder | undefined {
  if (first > 12 && second > 12) return { order: 'month_first', reason: 'contradiction', example: '' }
  if (first > 12) return { order: 'day_first', reason: 'values', example: '' }
  if (second > 12) return { order: 'month_first', reason: 'values', example: '' }
  return undefined
}

/** Expressions over the entire file. */
export function decideDateOrder(parts: DateParts): DateOrder | undefined {
  if (!parts.hasSlashDates) return undefined
  const { example } = parts
  const byValues = orderByValues(parts)
  if (byValues) return { ...byValues, example }
  // A billing period starts on the first: the position that is always 1 is the day.
  const [first, second] = parts.periods
  const isDay = (numbers: number[], otherNumbers: number[]) =>
    numbers.length > 0 && numbers.every((number) => number === 1) && otherNumbers.some((number) => number !== 1)
  if (isDay(first, second)) return { order: 'day_first', reason: 'billing_period', example }
  if (isDay(second, first)) return { order: 'month_first', reason: 'billing_period', example }
  // Charges of many days of one month: the position that stays the same is the month.
  const [firsts, seconds] = parts.distinct
  if (firsts === 1 && seconds >= minDays) return { order: 'month_first', reason: 'one_month', example }
  if (seconds === 1 && firsts >= minDays) return { order: 'day_first', reason: 'one_month', example }
  return { order: null, reason: 'nothing', example }
}

/** Two days could also be two months. */
const minDays = 3

const orderLabels = { day_first: 'day first (31/12/2024)', month_first: 'month first (12/31/2024)' } as const

/** The notes for users; none where US dates are evident. */
export function dateNotes({ order, reason, example }: DateOrder): string[] {
  switch (reason) {
    case 'values':
      return order === 'day_first' ? [`its dates are written ${orderLabels.day_first}, as its values show.`] : []
    case 'contradiction':
      return [
        'some of its dates can only be day first and others only month first: month first was assumed, and rows that contradict it were rejected.',
      ]
    case 'billing_period':
      return order
        ? [`its dates were assumed to be ${orderLabels[order]}, because its billing periods start on the first.`]
        : []
    case 'one_month':
      return order
        ? [
            `its dates were assumed to be ${orderLabels[order]}, because they are days of one month that way; check ${example}.`,
          ]
        : []
    case 'nothing':
      return [
        `its values do not show whether day or month comes first (${example}): its dates were assumed to be written ${orderLabels.month_first}; if that is wrong, export it with dates such as 2024-12-31.`,
      ]
  }
}
