import { formatDay, formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Lines } from '../../src/charts/line/Lines.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { days, figures, longText } from '../sample-text.ts'

const chartProps = {
  xKey: 'day',
  height: 220,
  nameX: (day: string) => ({ short: formatDayShort(day), full: formatDay(day) }),
  format: (figure: number) => formatMoney(String(figure)),
  short: (figure: number) => formatMoneyShort(figure),
}
const spent = { dataKey: 'spent', name: 'Actual' }

function rowsOf(count: number, change = (value: number, _row: number): number | null => value) {
  const values = figures(count)
  return days(count).map((day, row) => ({ day, spent: change(values[row] ?? 0, row) }))
}

const ahead = days(40).map((day, row) => {
  const value = figures(40)[row] ?? 0
  return row < 25
    ? { day, spent: value }
    : { day, point: value, low: value - 2 * (row - 20), high: value + 3 * (row - 20) }
})
const manyLines = days(31).map((day, row) => ({
  day,
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`s${i}`, (figures(31, i + 1)[row] ?? 0) + 30 * i])),
}))

export function LineShelves() {
  return (
    <Shelf name="Lines" wide>
      <State name="a forecast with its range">
        <Lines
          {...chartProps}
          label="Spend and forecast"
          data={ahead}
          lines={[spent, { dataKey: 'point', name: 'Forecast', strokeDasharray: '6 4' }]}
          band={{ lower: 'low', upper: 'high', name: '80% likely', around: 'point' }}
        />
      </State>
      <State name="gaps">
        <Lines
          {...chartProps}
          label="Gaps"
          data={rowsOf(31, (value, row) => (row % 9 > 6 ? null : value))}
          lines={[spent]}
        />
      </State>
      <State name="one point">
        <Lines {...chartProps} label="One point" data={rowsOf(1)} lines={[spent]} />
      </State>
      <State name="many values">
        <Lines {...chartProps} label="Many values" data={rowsOf(400)} lines={[spent]} />
      </State>
      <State name="many lines">
        <Lines
          {...chartProps}
          label="Many lines"
          data={manyLines}
          lines={Array.from({ length: 8 }, (_, i) => ({ dataKey: `s${i}`, name: `Service ${i + 1}` }))}
        />
      </State>
      <State name="negative">
        <Lines
          {...chartProps}
          label="Credits"
          data={rowsOf(31, (value, row) => (row > 20 ? -value : value))}
          lines={[spent]}
        />
      </State>
      <State name="long text">
        <Lines {...chartProps} label="Long text" data={rowsOf(31)} lines={[{ dataKey: 'spent', name: longText }]} />
      </State>
      <State name="loading">
        <Lines {...chartProps} label="Loading" data={[]} lines={[spent]} loading />
      </State>
      <State name="error">
        <Lines {...chartProps} label="Error" data={[]} lines={[spent]} error="The data warehouse is not responding." />
      </State>
      <State name="empty">
        <Lines {...chartProps} label="Empty" data={[]} lines={[spent]} />
      </State>
    </Shelf>
  )
}
