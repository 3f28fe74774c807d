import { formatDay, formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { Bars } from '../../src/charts/bars/Bars.tsx'
import { type BarsRow, prepareBars } from '../../src/charts/bars/prepare.ts'
import type { ChartMark } from '../../src/charts/Marks.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { days, figures, longText } from '../sample-text.ts'

interface Example {
  name: string
  columns: string[]
  rows: BarsRow[]
  marks?: ChartMark[]
}

const month = days(31)

/** Rows of the named series; `change` modifies or removes values. */
function rowsOf(columns: string[], names: string[], change = (value: number, _row: number): number | null => value) {
  return names.flatMap((name, series): BarsRow[] =>
    figures(columns.length, series + 3).flatMap((value, row) => {
      const changed = change(value, row)
      return changed === null ? [] : [{ x: columns[row] ?? '', key: name, name, value: String(changed) }]
    }),
  )
}

const serviceNames = Array.from({ length: 14 }, (_, i) => `Service ${i + 1}`)
const examples: Example[] = [
  { name: 'three providers', columns: month, rows: rowsOf(month, ['AWS', 'Microsoft', 'Google Cloud']) },
  { name: 'one series', columns: month, rows: rowsOf(month, ['AWS']) },
  { name: 'notes', columns: month, rows: rowsOf(month, ['AWS']), marks: [{ index: 9, label: 'Moved to Frankfurt' }] },
  { name: 'one point', columns: days(1), rows: rowsOf(days(1), ['AWS']) },
  { name: 'few values', columns: days(3), rows: rowsOf(days(3), ['AWS', 'Microsoft']) },
  { name: 'many series: the smallest are grouped', columns: month, rows: rowsOf(month, serviceNames) },
  {
    name: 'many values: drawn on a canvas',
    columns: days(800),
    rows: rowsOf(days(800), ['AWS', 'Microsoft', 'Oracle']),
  },
  { name: 'gaps', columns: month, rows: rowsOf(month, ['AWS'], (value, row) => (row > 8 && row < 14 ? null : value)) },
  {
    name: 'negative: credits',
    columns: month,
    rows: rowsOf(month, ['AWS'], (value, row) => (row % 7 === 3 ? -value : value)),
  },
  { name: 'long text', columns: month, rows: rowsOf(month, [longText, 'short']) },
]

export function BarShelves() {
  return (
    <Shelf name="Bars" wide>
      {examples.map(({ name, columns, rows, marks }) => (
        <State key={name} name={name}>
          <Bars
            prepared={prepareBars(rows, columns)}
            nameX={(day) => ({ short: formatDayShort(day), full: formatDay(day) })}
            exact={(amount) => formatMoney(amount)}
            short={(amount) => formatMoneyShort(amount)}
            label={`Spend by day: ${name}`}
            height={220}
            {...(marks && { marks })}
          />
        </State>
      ))}
      <State name="empty">
        <Bars
          prepared={prepareBars([], [])}
          nameX={(day) => ({ short: day, full: day })}
          exact={formatMoney}
          short={formatMoneyShort}
          label="Spend by day: empty"
          height={160}
          empty="No costs in this period."
        />
      </State>
    </Shelf>
  )
}
