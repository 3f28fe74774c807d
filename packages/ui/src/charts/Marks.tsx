import type { Plot } from './plot.ts'

/** A note on a position of the x axis. */
export interface ChartMark {
  index: number
  label: string
  /** Written beside the flag, for the few that matter most; such a flag warns. */
  text?: string
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
        <Flag key={index} labels={labels} plot={plot} x={x(index)} />
      ))}
    </g>
  )
}

function Flag({ labels, plot, x }: { labels: readonly ChartMark[]; plot: Plot; x: number }) {
  const text = labels.find((mark) => mark.text)?.text
  const color = text ? 'var(--watch)' : 'var(--ink-faint)'
  // In the right half the text stands before its flag, so that it is not cut off.
  const isLate = x > plot.left + plot.width / 2
  return (
    <g stroke={color} fill={color}>
      <title>{labels.map(({ label }) => label).join('\n')}</title>
      <line x1={x} x2={x} y1={plot.top} y2={plot.top + plot.height} strokeDasharray="2 3" />
      <path d={`M${x} ${plot.top}h7l-2 3l2 3h-7z`} stroke="none" />
      {text && (
        <text
          x={isLate ? x - 5 : x + 11}
          y={plot.top + 7}
          textAnchor={isLate ? 'end' : 'start'}
          stroke="none"
          fontSize={12}
        >
          {text}
        </text>
      )}
    </g>
  )
}
