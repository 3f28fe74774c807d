/** What the chart of the Cost Explorer draws of an answer. */
import type { CostAnswer, CostRow } from '@kept/domain/cost-query.ts'
import { type Grain, type Measure, measures } from '@kept/domain/cube.ts'
import { type BarsRow, prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { addsUp } from '../../spend/figure.ts'
import { nameOfValue } from '../../spend/group-key.ts'
import { namePeriod } from '../../spend/periods.ts'
import { cumulateRows } from './cumulate-rows.ts'
import type { Explorer } from './explorer.ts'
import { groupId } from './group-rows.ts'

interface ChartRequest extends Pick<Explorer, 'groupBy' | 'chart' | 'isCumulative'> {
  measure: Measure
  grain: Grain
  currency: string
  /** In order; lines without a period belong to the first. */
  periods: readonly string[]
  /** By the ID of a group. */
  colors: Readonly<Record<string, string>>
}

/** As `Lines` of the controls takes it. */
interface DrawnLines {
  data: Record<string, string | null>[]
  lines: { dataKey: string; name: string; color?: string }[]
  legend?: { figures: Readonly<Record<string, number>>; caption: string }
}

/** More lines than this are not readable. */
const maxLines = 6

export function barRows(answer: CostAnswer, request: ChartRequest): BarsRow[] {
  const { groupBy, measure, currency, periods, isCumulative } = request
  const rows = answer.rows
    .filter((row) => row.currency === currency)
    .map((row) => ({
      x: row.period ?? periods[0] ?? '',
      key: groupId(row, groupBy),
      name: nameOf(row, request),
      value: row.values[measure] ?? null,
      other: row.other,
    }))
  return isCumulative ? cumulateRows(rows, periods) : rows
}

/** The largest groups as lines; as areas with the rest, so that they add up to the total. */
export function lineInput(answer: CostAnswer, request: ChartRequest): DrawnLines {
  const { measure, grain, periods, colors, chart, isCumulative } = request
  if (!addsUp(measure)) return rateInput(answer, request)
  const { series, columns } = prepareBars(barRows(answer, request), periods, { groups: answer.groups.total, colors })
  const drawn = series.filter(({ other }) => !other || chart === 'area')
  const data = columns.map(({ x, amounts }) => ({
    x: namePeriod(x, grain).short,
    ...Object.fromEntries(drawn.map(({ key }) => [key, amounts[key] ?? null])),
  }))
  const figures = Object.fromEntries(drawn.map(({ key, total }) => [key, Number(total)]))
  return {
    data,
    lines: drawn.map(({ key, name, color }) => ({ dataKey: key, name, color })),
    ...(!isCumulative && { legend: { figures, caption: 'Total of each group.' } }),
  }
}

function rateInput(answer: CostAnswer, request: ChartRequest): DrawnLines {
  const { groupBy, measure, grain, currency, periods, colors } = request
  const rows = answer.rows.filter((row) => row.currency === currency && !row.other)
  const groups = [...Map.groupBy(rows, (row) => groupId(row, groupBy))].slice(0, maxLines)
  const data = periods.map((period) => ({
    x: namePeriod(period, grain).short,
    ...Object.fromEntries(
      groups.map(([id, members]) => [id, members.find((row) => row.period === period)?.values[measure] ?? null]),
    ),
  }))
  return {
    data,
    lines: groups.map(([id, members]) => ({
      dataKey: id,
      name: members[0] ? nameOf(members[0], request) : id,
      ...(colors[id] && { color: colors[id] }),
    })),
  }
}

function nameOf(row: CostRow, { groupBy, measure }: ChartRequest): string {
  if (groupBy.length === 0) return measures[measure].label
  return groupBy.map((key) => nameOfValue(key, row.keys[key] ?? '', row.names[key])).join(' · ')
}
