import type { Plot } from './plot.ts'
import { stackFlags } from './stack-flags.ts'

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
  const flags = [...Map.groupBy(marks, ({ index }) => index)].map(([index, labels]) => ({ index, labels }))
  const rows = stackFlags(
    flags.map(({ index, labels }) => spanOf(x(index), labels.find(({ text }) => text)?.text ?? '', plot)),
  )
  return (
    <g data-marks={marks.length}>
      {flags.map(({ index, labels }, position) => (
        <Flag key={index} labels={labels} plot={plot} x={x(index)} row={rows[position] ?? 0} />
      ))}
    </g>
  )
}

const rowHeight = 15
/** Of 12 pixel type, on average. */
const characterWidth = 6.6

/** In the right half the text stands before its flag, so that it is not cut off. */
function isLate(x: number, plot: Plot): boolean {
  return x > plot.left + plot.width / 2
}

/** From where to where a flag and its text reach. */
function spanOf(x: number, text: string, plot: Plot): [from: number, to: number] {
  const width = text.length * characterWidth
  if (isLate(x, plot)) return [text ? x - 5 - width : x, x + 8]
  return [x, x + 8 + (text ? 3 + width : 0)]
}

interface FlagProps {
  labels: readonly ChartMark[]
  plot: Plot
  x: number
  /** From the top, where flags stand too close to be beside each other. */
  row: number
}

function Flag({ labels, plot, x, row }: FlagProps) {
  const text = labels.find((mark) => mark.text)?.text
  const color = text ? 'var(--watch)' : 'var(--ink-faint)'
  const top = plot.top + row * rowHeight
  return (
    <g stroke={color} fill={color}>
      <title>{labels.map(({ label }) => label).join('\n')}</title>
      <line x1={x} x2={x} y1={plot.top} y2={plot.top + plot.height} strokeDasharray="2 3" />
      <path d={`M${x} ${top}h7l-2 3l2 3h-7z`} stroke="none" />
      {text && (
        <text
          x={isLate(x, plot) ? x - 5 : x + 11}
          y={top + 7}
          textAnchor={isLate(x, plot) ? 'end' : 'start'}
          stroke="none"
          fontSize={12}
        >
          {text}
        </text>
      )}
    </g>
  )
}
