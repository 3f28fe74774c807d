import { Lines } from '../../src/charts/line/Lines.tsx'
import { formatDay, formatDayShort } from '../../src/format/day.ts'
import { formatMoney, formatMoneyShort } from '../../src/format/money.ts'
import { Shelf, State } from '../Shelf.tsx'
import { days, figures, longWords } from '../words.ts'

const looks = {
  xKey: 'day',
  height: 220,
  nameX: (day: string) => ({ short: formatDayShort(day), full: formatDay(day) }),
  format: (figure: number) => formatMoney(String(figure)),
  short: (figure: number) => formatMoneyShort(figure),
}
const spent = { dataKey: 'spent', name: 'Spent' }

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
const many = days(31).map((day, row) => ({
  day,
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`s${i}`, (figures(31, i + 1)[row] ?? 0) + 30 * i])),
}))

export function LineShelves() {
  return (
    <Shelf name="Lines" wide>
      <State name="a forecast with its band">
        <Lines
          {...looks}
          label="Spend and forecast"
          data={ahead}
          lines={[spent, { dataKey: 'point', name: 'Forecast', strokeDasharray: '6 4' }]}
          band={{ lower: 'low', upper: 'high', name: 'Likely', around: 'point' }}
        />
      </State>
      <State name="gaps">
        <Lines
          {...looks}
          label="Gaps"
          data={rowsOf(31, (value, row) => (row % 9 > 6 ? null : value))}
          lines={[spent]}
        />
      </State>
      <State name="one point">
        <Lines {...looks} label="One point" data={rowsOf(1)} lines={[spent]} />
      </State>
      <State name="many values">
        <Lines {...looks} label="Many values" data={rowsOf(400)} lines={[spent]} />
      </State>
      <State name="many lines">
        <Lines
          {...looks}
          label="Many lines"
          data={many}
          lines={Array.from({ length: 8 }, (_, i) => ({ dataKey: `s${i}`, name: `Service ${i + 1}` }))}
        />
      </State>
      <State name="negative">
        <Lines
          {...looks}
          label="Credits"
          data={rowsOf(31, (value, row) => (row > 20 ? -value : value))}
          lines={[spent]}
        />
      </State>
      <State name="long text">
        <Lines {...looks} label="Long text" data={rowsOf(31)} lines={[{ dataKey: 'spent', name: longWords }]} />
      </State>
      <State name="loading">
        <Lines {...looks} label="Loading" data={[]} lines={[spent]} loading />
      </State>
      <State name="error">
        <Lines {...looks} label="Error" data={[]} lines={[spent]} error="The warehouse does not answer." />
      </State>
      <State name="empty">
        <Lines {...looks} label="Empty" data={[]} lines={[spent]} />
      </State>
    </Shelf>
  )
}
