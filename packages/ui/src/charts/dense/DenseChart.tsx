import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { BarsChartProps } from '../bars/BarsChart.tsx'
import { ChartTip } from '../ChartTip.tsx'
import { placeAt } from '../plot.ts'
import { useWidth } from '../useWidth.ts'
import { type DenseLayout, layOut } from './prepare.ts'
import { useTheme } from './useTheme.ts'

/** Draws prepared bars on a canvas, for charts with thousands of bars. */
export default function DenseChart({
  prepared,
  nameX,
  exact,
  short,
  label,
  height = 300,
  highlight = null,
}: BarsChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [container, width] = useWidth()
  const theme = useTheme()
  const [pointed, setPointed] = useState<number | null>(null)
  const layout = layOut(
    prepared,
    width,
    height,
    prepared.columns.map((column) => nameX(column.x).short),
  )
  const faded = highlight === null ? null : (prepared.series.find((entry) => entry.key === highlight)?.color ?? null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas does not follow the theme, so a new theme redraws it.
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || !canvas.current || width === 0) return
    const sharp = window.devicePixelRatio || 1
    canvas.current.width = width * sharp
    canvas.current.height = height * sharp
    pen.scale(sharp, sharp)
    paint(pen, layout, { width, highlightColor: faded, pointed, count: prepared.columns.length })
    pen.fillStyle = colorOf('var(--ink-faint)')
    pen.font = '12px "Inter Variable", sans-serif'
    pen.textAlign = 'right'
    for (const { y, tick } of layout.rules) pen.fillText(short(tick), layout.plot.left - 8, y + 4)
    pen.textAlign = 'center'
    for (const { x, name } of layout.labels) pen.fillText(name, x, height - 8)
  }, [layout, width, height, theme, faded, pointed])

  const column = pointed === null ? undefined : prepared.columns[pointed]
  const onLeft = pointed !== null && pointed * 2 > prepared.columns.length
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setPointed(placeAt(layout.plot, prepared.columns.length, 'columns', event.clientX - left))
  }
  return (
    <div ref={container} className="relative" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      <canvas ref={canvas} role="img" aria-label={label} style={{ width: '100%', height }} className="block" />
      {column && (
        <div className={`pointer-events-none absolute top-2 ${onLeft ? 'left-16' : 'right-2'}`}>
          <ChartTip
            title={nameX(column.x).full}
            total={column.total === null ? null : exact(column.total)}
            lines={prepared.series
              .filter((entry) => entry.key in column.amounts)
              .map((entry) => ({ ...entry, value: exact(column.amounts[entry.key] ?? '0') }))}
          />
        </div>
      )}
    </div>
  )
}

interface Paint {
  width: number
  /** The color to highlight; the others fade. */
  highlightColor: string | null
  pointed: number | null
  count: number
}

function paint(
  pen: CanvasRenderingContext2D,
  { plot, bars, rules }: DenseLayout,
  { width, highlightColor, pointed, count }: Paint,
): void {
  pen.clearRect(0, 0, width, plot.top + plot.height + 30)
  if (pointed !== null) {
    pen.fillStyle = colorOf('var(--paper-hover)')
    pen.fillRect(plot.left + (pointed / count) * plot.width, plot.top, plot.width / count, plot.height)
  }
  for (const { y, tick } of rules) {
    pen.fillStyle = colorOf(tick === 0 ? 'var(--rule-strong)' : 'var(--rule)')
    pen.fillRect(plot.left, Math.round(y), plot.width, 1)
  }
  for (const [color, alike] of Map.groupBy(bars, (bar) => bar.color)) {
    pen.fillStyle = colorOf(color)
    pen.globalAlpha = highlightColor === null || highlightColor === color ? 1 : 0.22
    for (const bar of alike) pen.fillRect(bar.x, bar.y, bar.width, bar.height)
  }
  pen.globalAlpha = 1
}

/** Resolves a CSS variable to a color that a canvas accepts. */
function colorOf(color: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1]
  return name ? getComputedStyle(document.documentElement).getPropertyValue(name).trim() : color
}
