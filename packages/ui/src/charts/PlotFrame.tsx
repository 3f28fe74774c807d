import { type PointerEvent, type ReactNode, useState } from 'react'
import { heightOf, middleOf, namesUnder, type Placing, type Plot, placeAt, plotIn, stepOf } from './plot.ts'
import { useWidth } from './useWidth.ts'

export interface Scale {
  plot: Plot
  /** From one place to the next. */
  step: number
  x(place: number): number
  y(amount: number): number
}

interface PlotFrameProps {
  /** What the picture shows, in a sentence. */
  label: string
  height: number
  placing: Placing
  ticks: readonly number[]
  /** What stands at a tick. */
  short(amount: number): string
  /** What stands under each place, as far as there is room. */
  names: readonly string[]
  /** What floats beside a place that is pointed at. */
  tip(place: number): ReactNode
  /** The marks. */
  children(scale: Scale): ReactNode
}

/** Rules, axes, names and the pointer: what every chart has around its marks. Seen wherever one is. */
export default function PlotFrame({ label, height, placing, ticks, short, names, tip, children }: PlotFrameProps) {
  const [place, width] = useWidth()
  const [pointed, setPointed] = useState<number | null>(null)
  const plot = plotIn(width, height)
  const x = middleOf(plot, names.length, placing)
  const y = heightOf(plot, ticks)
  const step = stepOf(plot, names.length, placing)
  const point = (event: PointerEvent<HTMLDivElement>) =>
    setPointed(placeAt(plot, names.length, placing, event.clientX - event.currentTarget.getBoundingClientRect().left))
  const shown = pointed !== null && pointed < names.length ? pointed : null
  return (
    <div
      ref={place}
      className="relative"
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
            {shown !== null && <Pointed {...{ plot, placing, step }} x={x(shown)} />}
            <Axes {...{ plot, ticks, short, y }} />
            <g fill="var(--ink-faint)" fontSize={12} textAnchor="middle">
              {namesUnder(plot, names, placing).map(({ place: at, name, x: middle }) => (
                <text key={at} x={middle} y={height - 8}>
                  {name}
                </text>
              ))}
            </g>
            {children({ plot, step, x, y })}
          </>
        )}
      </svg>
      {shown !== null && (
        <div
          className="pointer-events-none absolute top-2 z-10"
          style={shown * 2 > names.length ? { right: width - x(shown) + 16 } : { left: x(shown) + 16 }}
        >
          {tip(shown)}
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

/** A hairline at each tick, on a whole pixel; the one at zero is the ground. */
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
  const wide = placing === 'columns' ? step : 1
  return (
    <rect
      x={x - wide / 2}
      y={plot.top}
      width={wide}
      height={plot.height}
      fill={placing === 'columns' ? 'var(--paper-hover)' : 'var(--rule-strong)'}
    />
  )
}
