import type { CostAnswer } from '@kept/domain/cost-query.ts'
import { type Grain, measures } from '@kept/domain/cube.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { Bars } from '@kept/ui/charts/bars/Bars.tsx'
import { prepareBars } from '@kept/ui/charts/bars/prepare.ts'
import { ChartLoading } from '@kept/ui/charts/ChartState.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { isExplained } from '../../explain/is-explained.ts'
import { useWhy } from '../../explain/useWhy.ts'
import { Section } from '../../shell/Page.tsx'
import { addsUp, formatFigure, shortFigure } from '../../spend/figure.ts'
import { labelOfKey, nameOfValue } from '../../spend/group-key.ts'
import { grainLabels, namePeriod, periodsOf } from '../../spend/periods.ts'
import { cumulateRows } from './cumulate-rows.ts'
import { drillInto } from './drill.ts'
import type { Explorer } from './explorer.ts'
import { groupId } from './group-rows.ts'

interface SpendOverTimeProps {
  query: UseQueryResult<{ data: CostAnswer }>
  state: Explorer
  grain: Grain
  window: DayWindow
  currency: string
  /** By the ID of a group. */
  colors: Readonly<Record<string, string>>
  onChange(part: Partial<Explorer>): void
}

/** Loaded on demand: rates are selected rarely. */
const Lines = lazy(async () => ({ default: (await import('@kept/ui/charts/line/Lines.tsx')).Lines }))

const Annotations = lazy(() => import('./Annotations.tsx'))

const height = 300
/** More lines than this are not readable. */
const maxLines = 6

/** The first metric over time: amounts as stacked bars, rates as lines. */
export function SpendOverTime({ query, state, grain, window, currency, colors, onChange }: SpendOverTimeProps) {
  const [measure] = state.measures
  const groupLabels = state.groupBy.map(labelOfKey).join(', ').toLowerCase()
  const title = `${measures[measure].label} by ${grainLabels[grain].noun}${groupLabels && `, by ${groupLabels}`}`
  const periods = periodsOf(window.from, window.to, grain)
  const annotations = useQuery(
    api.costs.annotations.queryOptions({ input: { start_date: window.from, end_date: window.to } }),
  )
  const notes = annotations.data?.data ?? []
  const marks = notes.map(({ day, text }) => ({
    index: Math.max(
      0,
      periods.findLastIndex((period) => period.slice(0, 10) <= day),
    ),
    label: text,
  }))
  const ask = useWhy()
  const explain = async (period: string) => {
    if (!isExplained(measure)) return
    const { whyOfPeriod } = await import('../../explain/why-questions.ts')
    await ask({ ...whyOfPeriod(period, grain), measure, currency, filters: state.filters })
  }
  const short = (amount: number) => shortFigure(measure, amount, currency)
  return (
    <Section title={title} className="mt-8">
      <Loaded query={query} failed="The chart could not be loaded." loading={<ChartLoading height={height} />}>
        {({ data }) =>
          addsUp(measure) && state.chart === 'bar' ? (
            <Bars
              prepared={prepareBars(barRows(data), periods, {
                groups: data.groups.total,
                colors,
              })}
              nameX={(x) => namePeriod(x, grain)}
              exact={(amount) => formatFigure(measure, amount, currency)}
              short={short}
              label={title}
              height={height}
              marks={marks}
              empty="No costs match these filters."
              onPickSeries={(id) => pickSeries(data, id)}
              onPick={isExplained(measure) && grain !== 'hour' ? (period) => void explain(period) : undefined}
            />
          ) : (
            <Suspense fallback={<ChartLoading height={height} />}>
              <Lines
                {...lineInput(data)}
                xKey="x"
                label={title}
                height={height}
                format={(amount) => formatFigure(measure, String(amount), currency)}
                short={short}
                marks={marks}
                stacked={state.chart === 'area' && addsUp(measure)}
                empty="No costs match these filters."
              />
            </Suspense>
          )
        }
      </Loaded>
      {annotations.isSuccess && (
        <Suspense fallback={null}>
          <Annotations annotations={notes} day={addDays(window.to, -1)} />
        </Suspense>
      )}
    </Section>
  )

  function pickSeries(answer: CostAnswer, id: string): void {
    const row = answer.rows.find((each) => !each.other && groupId(each, state.groupBy) === id)
    if (row && state.groupBy.length > 0)
      onChange(
        drillInto(
          state,
          state.groupBy.map((key) => ({ key, value: row.keys[key] ?? '' })),
        ),
      )
  }

  function barRows(answer: CostAnswer) {
    const rows = answer.rows
      .filter((row) => row.currency === currency)
      .map((row) => ({
        x: row.period ?? window.from,
        key: groupId(row, state.groupBy),
        name: nameOf(row),
        value: row.values[measure] ?? null,
        other: row.other,
      }))
    return state.isCumulative ? cumulateRows(rows, periods) : rows
  }

  /** The largest groups as lines; as areas with the rest, so that they add up to the whole. */
  function lineInput(answer: CostAnswer) {
    if (!addsUp(measure)) return rateInput(answer)
    const { series, columns } = prepareBars(barRows(answer), periods, { groups: answer.groups.total, colors })
    const drawn = series.filter(({ other }) => !other || state.chart === 'area')
    const data = columns.map(({ x, amounts }) => ({
      x: namePeriod(x, grain).short,
      ...Object.fromEntries(drawn.map(({ key }) => [key, amounts[key] ?? null])),
    }))
    const figures = Object.fromEntries(drawn.map(({ key, total }) => [key, Number(total)]))
    return {
      data,
      lines: drawn.map(({ key, name, color }) => ({ dataKey: key, name, color })),
      ...(!state.isCumulative && { legend: { figures, caption: 'Total of each group.' } }),
    }
  }

  function rateInput(answer: CostAnswer) {
    const rows = answer.rows.filter((row) => row.currency === currency && !row.other)
    const groups = [...Map.groupBy(rows, (row) => groupId(row, state.groupBy))].slice(0, maxLines)
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
        name: members[0] ? nameOf(members[0]) : id,
        ...(colors[id] && { color: colors[id] }),
      })),
    }
  }

  function nameOf(row: CostAnswer['rows'][number]): string {
    if (state.groupBy.length === 0) return measures[measure].label
    return state.groupBy.map((key) => nameOfValue(key, row.keys[key] ?? '', row.names[key])).join(' · ')
  }
}
