/** Anomalies as flags on the chart of the days, the largest with their dollars. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { absolute, compare, isNegative } from '@kept/foundation/decimal.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import type { ChartMark } from '@kept/ui/charts/Marks.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useQuery } from '@tanstack/react-query'
import { nameOfScope } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'

/** More flags than these hide the bars. */
const maxFlags = 3

/** Whether a day of the anomaly is in the period. */
export function isWithin({ first_day, last_day }: Pick<Anomaly, 'first_day' | 'last_day'>, window: DayWindow): boolean {
  return first_day < window.to && last_day >= window.from
}

/** The largest anomalies that began in the period and cost more than expected, in one currency. */
export function useAnomalyFlags(window: DayWindow, currency: string): Anomaly[] {
  const query = useQuery(api.anomalies.list.queryOptions({ input: {}, meta: { quiet: true } }))
  return (query.data?.data ?? [])
    .filter((anomaly) => anomaly.currency === currency && !isNegative(anomaly.excess))
    .filter(({ first_day }) => first_day >= window.from && first_day < window.to)
    .toSorted((a, b) => compare(absolute(b.excess), absolute(a.excess)))
    .slice(0, maxFlags)
}

/** `days` are the columns of the chart. Only the largest flag of a day and its neighbors has a text. */
export function flagsAt(anomalies: readonly Anomaly[], days: readonly string[]): ChartMark[] {
  const marks: ChartMark[] = []
  for (const anomaly of anomalies) {
    const index = days.indexOf(anomaly.first_day)
    if (index < 0) continue
    const { excess, currency } = anomaly
    const name = nameOfScope(anomaly)
    const label = `${name}: ${formatMoney(excess, currency, { signed: true })}, from ${anomaly.first_day}`
    const isCrowded = marks.some((mark) => mark.text && Math.abs(mark.index - index) < crowdedDays)
    marks.push({ index, label, ...(!isCrowded && { text: `${name} +${formatMoneyShort(Number(excess), currency)}` }) })
  }
  return marks
}

/** Days that the text of a flag is wide. */
const crowdedDays = 6
