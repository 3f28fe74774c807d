import { type PointerEvent, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import Marks, { type ChartMark } from './Marks.tsx'
import { heightOf, middleOf, namesUnder, type Placing, type Plot, placeAt, plotIn, stepOf } from './plot.ts'
import { useWidth } from './useWidth.ts'

export interface Scale {
  plot: Plot
  /** Distance between two positions, in pixels. */
  step: number
  x(index: number): number
  y(amount: number): number
}

interface PlotFrameProps {
  /** The accessible name of the chart. */
  label: string
  height: number
  placing: Placing
  ticks: readonly number[]
  /** Formats the label of a tick. */
  short(amount: number): string
  /** Labels of the x axis, shown where they fit. */
  names: readonly string[]
  /** The tooltip of a position. */
  tip(index: number): ReactNode
  /** A click on a position. */
  onPick?: ((index: number) => void) | undefined
  /** Notes on positions. */
  marks?: readonly ChartMark[] | undefined
  /** Renders the bars or lines. */
  children(scale: Scale): ReactNode
}

/** Grid lines, axes, labels, and tooltip of a chart. */
export default function PlotFrame(props: PlotFrameProps) {
  const { label, height, placing, ticks, short, names, tip, onPick, marks = [], children } = props
  const [container, width] = useWidth()
  const [pointed, setPointed] = useState<number | null>(null)
  const plot = plotIn(width, height)
  const x = middleOf(plot, names.length, placing)
  const y = heightOf(plot, ticks)
  const step = stepOf(plot, names.length, placing)
  const point = (event: PointerEvent<HTMLDivElement>) =>
    setPointed(placeAt(plot, names.length, placing, event.clientX - event.currentTarget.getBoundingClientRect().left))
  const activeIndex = pointed !== null && pointed < names.length ? pointed : null
  return (
    // The same question is a link for the keyboard, beside each chart that can be clicked.
    <div
      ref={container}
      className={cx('relative', onPick && activeIndex !== null && 'cursor-pointer')}
      {...(onPick && { onClick: () => activeIndex !== null && onPick(activeIndex) })}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPointed(null)}
    >
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={height}
        viewBox={width > 0 ? `0 0 ${width} ${height}` : undefined}
        className="chart block overflow-visible"
      >
        {width > 0 && (
          <>
            {activeIndex !== null && <Pointed {...{ plot, placing, step }} x={x(activeIndex)} />}
            <Axes {...{ plot, ticks, short, y }} />
            <g fill="var(--ink-faint)" fontSize={12} textAnchor="middle">
              {namesUnder(plot, names, placing).map(({ index: labelIndex, name, x: middle }) => (
                <text key={labelIndex} x={middle} y={height - 8}>
                  {name}
                </text>
              ))}
            </g>
            {children({ plot, step, x, y })}
            {marks.length > 0 && <Marks {...{ marks, plot, x }} />}
          </>
        )}
      </svg>
      {activeIndex !== null && (
        <div
          className="pointer-events-none absolute top-2 z-10"
          style={
            activeIndex * 2 > names.length ? { right: width - x(activeIndex) + 16 } : { left: x(activeIndex) + 16 }
          }
        >
          {tip(activeIndex)}
        </div>
      )}
    </div>
  )
}

interface AxesProps {
  plot: Plot
  ticks: readonly number[]
  short(amount: number): string
  y(amount: number): number
}

/** A line at each tick, aligned to pixels; the zero line is stronger. */
function Axes({ plot, ticks, short, y }: AxesProps) {
  const ground = ticks.includes(0) ? 0 : ticks[0]
  return (
    <>
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={plot.left}
          x2={plot.left + plot.width}
          y1={Math.round(y(tick)) + 0.5}
          y2={Math.round(y(tick)) + 0.5}
          stroke={tick === ground ? 'var(--rule-strong)' : 'var(--rule)'}
        />
      ))}
      <g fill="var(--ink-faint)" fontSize={12} textAnchor="end">
        {ticks.map((tick) => (
          <text key={tick} x={plot.left - 8} y={y(tick) + 4}>
            {short(tick)}
          </text>
        ))}
      </g>
    </>
  )
}

function Pointed({ plot, placing, step, x }: { plot: Plot; placing: Placing; step: number; x: number }) {
  const bandWidth = placing === 'columns' ? step : 1
  return (
    <rect
      x={x - bandWidth / 2}
      y={plot.top}
      width={bandWidth}
      height={plot.height}
      fill={placing === 'columns' ? 'var(--paper-hover)' : 'var(--rule-strong)'}
    />
  )
}
