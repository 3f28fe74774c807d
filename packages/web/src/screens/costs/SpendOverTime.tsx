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
import { labelOfKey } from '../../spend/group-key.ts'
import { grainLabels, namePeriod, periodsOf } from '../../spend/periods.ts'
import { barRows, lineInput } from './chart-input.ts'
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
  const request = { ...state, measure, grain, currency, periods, colors }
  const short = (amount: number) => shortFigure(measure, amount, currency)
  return (
    <Section title={title} className="mt-8">
      <Loaded query={query} failed="The chart could not be loaded." loading={<ChartLoading height={height} />}>
        {({ data }) =>
          addsUp(measure) && state.chart === 'bar' ? (
            <Bars
              prepared={prepareBars(barRows(data, request), periods, { groups: data.groups.total, colors })}
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
                {...lineInput(data, request)}
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
}
