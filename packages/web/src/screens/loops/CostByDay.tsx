import type { LoopStatistics } from '@kept/domain/loop.ts'
import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { namePeriod } from '../../spend/periods.ts'

interface CostByDayProps {
  trends: LoopStatistics['trends']
  currency: string
}

const series = { key: 'loops', name: 'Cost of loops' }

/** What the loops of each day cost; a day without one costs nothing. */
export function CostByDay({ trends, currency }: CostByDayProps) {
  const dates = trends.map(({ date }) => date).toSorted()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const days = first === '' ? [] : eachDay(first, addDays(last, 1))
  const byDay = new Map(trends.map(({ date, cost_impact }) => [date, cost_impact]))
  return (
    <Bars
      stacked
      legend="above"
      label="Cost of loops by day"
      height={200}
      prepared={prepareBars(
        days.map((x) => ({ x, ...series, value: byDay.get(x) ?? '0' })),
        days,
        { colors: { [series.key]: 'var(--leak)' } },
      )}
      nameX={(day) => namePeriod(day, 'day')}
      exact={(amount) => formatMoney(amount, currency)}
      short={(amount) => formatMoneyShort(amount, currency)}
    />
  )
}
