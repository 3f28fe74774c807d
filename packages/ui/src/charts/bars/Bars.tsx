import { lazy, Suspense, useState } from 'react'
import { cx } from '../../cx.ts'
import { ChartEmpty, ChartLoading } from '../ChartState.tsx'
import { isDense } from '../dense/prepare.ts'
import { SeriesKey } from '../SeriesKey.tsx'
import type { BarsChartProps } from './BarsChart.tsx'

const BarsChart = lazy(() => import('./BarsChart.tsx'))
const LegendLine = lazy(() => import('./LegendLine.tsx'))
const DenseChart = lazy(() => import('../dense/DenseChart.tsx'))

interface BarsProps extends Omit<BarsChartProps, 'highlight'> {
  /** Shown when there is no data. */
  empty?: string
  /** Always puts the legend below the chart. */
  stacked?: boolean
  /** Called with the key of a series whose entry in the legend was chosen. */
  onPickSeries?(key: string): void
  /** One line above the chart, for a chart that is wide and low. */
  legend?: 'above'
}

/** Stacked bars with a legend. The drawing code is loaded on demand. */
export function Bars({ stacked = false, legend, onPickSeries, ...props }: BarsProps) {
  const { prepared, height = 300, empty = 'No data available', exact } = props
  const [highlight, setHighlight] = useState<string | null>(null)
  if (prepared.series.length === 0) return <ChartEmpty height={height} message={empty} />
  return (
    <figure
      className={cx('flex flex-col gap-x-8 gap-y-3', !stacked && !legend && 'lg:flex-row')}
      aria-label={props.label}
    >
      {legend === 'above' && (
        <Suspense fallback={<div className="h-5" />}>
          <LegendLine series={prepared.series} short={props.short} onHighlight={setHighlight} />
        </Suspense>
      )}
      <div className="min-w-0 flex-1">
        <Suspense fallback={<ChartLoading height={height} />}>
          {isDense(prepared) ? (
            <DenseChart {...props} highlight={highlight} />
          ) : (
            <BarsChart {...props} highlight={highlight} />
          )}
        </Suspense>
      </div>
      <figcaption className={cx(!stacked && 'lg:w-56 lg:pt-2', legend && 'hidden')}>
        <SeriesKey
          narrow={stacked}
          entries={prepared.series.map((entry) => ({ ...entry, value: exact(entry.total) }))}
          onHighlight={setHighlight}
          {...(onPickSeries && { onPick: onPickSeries })}
        />
        <p className="mt-2 text-micro text-faint">
          {[
            prepared.capped && `Showing ${prepared.capped.visible} of ${prepared.capped.total}.`,
            prepared.gaps.length > 0 && `${prepared.gaps.length} of ${prepared.columns.length} periods have no data.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </figcaption>
    </figure>
  )
}
