/** The columns of the table of groups: their names, and a figure for each period. */
import type { CostAnswer } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import { otherColor } from '@kept/ui/charts/palette.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { namePeriod } from '../../spend/periods.ts'
import type { Column } from '../../table/DataTable.tsx'
import { drillInto } from './drill.ts'
import { type Explorer, hasChart, writeExplorer } from './explorer.ts'
import type { GroupRow } from './group-rows.ts'

export interface TableContext {
  state: Explorer
  grain: Grain
  currency: string
  window: DayWindow
  periods: string[]
  total: CostAnswer['totals'][number] | undefined
  /** False on a phone, which shows fewer columns. */
  roomy: boolean
  restLabel: string
  /** Colors of the chart by row. */
  colors: Readonly<Record<string, string>>
  /** Billed days of this period and of the previous one; null without a comparison. */
  days: { now: number; before: number } | null
}

export function keyColumns({ state, restLabel, colors }: TableContext): Column<GroupRow>[] {
  if (state.groupBy.length === 0) {
    return [{ id: 'all', head: 'All costs', cell: () => 'All matching costs' }]
  }
  return state.groupBy.map((key, index) => ({
    id: `key:${key}`,
    head: labelOfKey(key),
    foot: index === 0 ? 'Total' : undefined,
    sortBy: (row) => (row.other ? undefined : row.keys[index]?.name),
    cell: (row) => {
      const entry = row.keys[index]
      if (row.other || !entry) return index === 0 ? <span className="text-soft">{restLabel}</span> : ''
      return (
        <TextLink to="/costs" search={writeExplorer(drillInto(state, [entry]))} quiet>
          <span className="inline-flex max-w-full items-center gap-2">
            {index === 0 && hasChart(state) && (
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-hair"
                style={{ background: colors[row.id] ?? otherColor }}
              />
            )}
            <span
              className="truncate"
              title={`${entry.name}${entry.name === entry.value ? '' : ` (${entry.value})`}: see what it consists of`}
            >
              {entry.name}
            </span>
          </span>
        </TextLink>
      )
    },
  }))
}

export function periodColumns({ state, grain, currency, periods }: TableContext): Column<GroupRow>[] {
  const [measure] = state.measures
  return periods.map((period) => ({
    id: `at:${period}`,
    head: <span title={namePeriod(period, grain).full}>{namePeriod(period, grain).short}</span>,
    numeric: true,
    width: '6.5rem',
    sortBy: (row) => toSort(row.course.get(period)),
    cell: (row) => (
      <span title={exactFigure(measure, row.course.get(period), currency)}>
        {formatFigure(measure, row.course.get(period), currency)}
      </span>
    ),
  }))
}

export function toSort(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}
