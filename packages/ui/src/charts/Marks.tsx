import type { Plot } from './plot.ts'

/** A note on a position of the x axis. */
export interface ChartMark {
  index: number
  label: string
}

/** A dashed line with a flag at each note; the notes themselves are listed below the chart. */
export default function Marks({
  marks,
  plot,
  x,
}: {
  marks: readonly ChartMark[]
  plot: Plot
  x(index: number): number
}) {
  return (
    <g data-marks={marks.length}>
      {[...Map.groupBy(marks, ({ index }) => index)].map(([index, labels]) => (
        <g key={index} stroke="var(--ink-faint)" fill="var(--ink-faint)">
          <title>{labels.map(({ label }) => label).join('\n')}</title>
          <line x1={x(index)} x2={x(index)} y1={plot.top} y2={plot.top + plot.height} strokeDasharray="2 3" />
          <path d={`M${x(index)} ${plot.top}h7l-2 3l2 3h-7z`} stroke="none" />
        </g>
      ))}
    </g>
  )
}
