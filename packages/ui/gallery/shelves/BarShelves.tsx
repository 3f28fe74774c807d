import { Bars } from '../../src/charts/bars/Bars.tsx'
import { type BarsRow, prepareBars } from '../../src/charts/bars/prepare.ts'
import { formatDay, formatDayShort } from '../../src/format/day.ts'
import { formatMoney, formatMoneyShort } from '../../src/format/money.ts'
import { Shelf, State } from '../Shelf.tsx'
import { days, figures, longWords } from '../words.ts'

interface Shown {
  name: string
  columns: string[]
  rows: BarsRow[]
}

const month = days(31)

/** Rows of so many series over these days; `change` makes a state of them. */
function rowsOf(columns: string[], names: string[], change = (value: number, _row: number): number | null => value) {
  return names.flatMap((name, series): BarsRow[] =>
    figures(columns.length, series + 3).flatMap((value, row) => {
      const changed = change(value, row)
      return changed === null ? [] : [{ x: columns[row] ?? '', key: name, name, value: String(changed) }]
    }),
  )
}

const many = Array.from({ length: 14 }, (_, i) => `Service ${i + 1}`)
const shown: Shown[] = [
  { name: 'three providers', columns: month, rows: rowsOf(month, ['AWS', 'Microsoft', 'Google Cloud']) },
  { name: 'one series', columns: month, rows: rowsOf(month, ['AWS']) },
  { name: 'one point', columns: days(1), rows: rowsOf(days(1), ['AWS']) },
  { name: 'few values', columns: days(3), rows: rowsOf(days(3), ['AWS', 'Microsoft']) },
  { name: 'many series: the largest stand alone', columns: month, rows: rowsOf(month, many) },
  {
    name: 'many values: drawn on one canvas',
    columns: days(800),
    rows: rowsOf(days(800), ['AWS', 'Microsoft', 'Oracle']),
  },
  { name: 'gaps', columns: month, rows: rowsOf(month, ['AWS'], (value, row) => (row > 8 && row < 14 ? null : value)) },
  {
    name: 'negative: credits',
    columns: month,
    rows: rowsOf(month, ['AWS'], (value, row) => (row % 7 === 3 ? -value : value)),
  },
  { name: 'long text', columns: month, rows: rowsOf(month, [longWords, 'short']) },
]

export function BarShelves() {
  return (
    <Shelf name="Bars" wide>
      {shown.map(({ name, columns, rows }) => (
        <State key={name} name={name}>
          <Bars
            prepared={prepareBars(rows, columns)}
            nameX={(day) => ({ short: formatDayShort(day), full: formatDay(day) })}
            exact={(amount) => formatMoney(amount)}
            short={(amount) => formatMoneyShort(amount)}
            label={`Spend by day: ${name}`}
            height={220}
          />
        </State>
      ))}
      <State name="empty">
        <Bars
          prepared={prepareBars([], [])}
          nameX={(day) => ({ short: day, full: day })}
          exact={formatMoney}
          short={formatMoneyShort}
          label="Spend by day: nothing"
          height={160}
          empty="Nothing was billed on these days."
        />
      </State>
    </Shelf>
  )
}
