import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { namePeriod } from '../spend/periods.ts'

/** A day: what was spent, and what was forecast with its 80% interval. Null where there is none. */
export interface ForecastDay {
  date: string
  actual: number | null
  point: number | null
  lower: number | null
  upper: number | null
}

interface ForecastLinesProps {
  label: string
  currency: string
  days: ForecastDay[]
}

/** Spend by day beside its forecast. */
export function ForecastLines({ label, currency, days }: ForecastLinesProps) {
  return (
    <Lines
      label={label}
      height={220}
      data={days}
      xKey="date"
      lines={[
        { dataKey: 'actual', name: 'Actual' },
        { dataKey: 'point', name: 'Forecast', strokeDasharray: '6 4' },
      ]}
      band={{ lower: 'lower', upper: 'upper', name: '80% likely', around: 'point' }}
      nameX={(day) => namePeriod(day, 'day')}
      format={(figure) => formatMoney(String(figure), currency)}
      short={(figure) => formatMoneyShort(figure, currency)}
    />
  )
}
