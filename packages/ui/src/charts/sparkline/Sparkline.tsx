import { prepareSparkline } from './prepare.ts'

interface SparklineProps {
  /** Null where unknown. */
  values: readonly (number | null)[]
  /** Text alternative: "from $12.00 to $8.40". */
  label: string
  width?: number
  height?: number
}

/** A small trend line for a table cell, without an axis. */
export function Sparkline({ values, label, width = 88, height = 20 }: SparklineProps) {
  const { path, dots, last } = prepareSparkline(values, width - 6, height - 6)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`-3 -3 ${width} ${height}`}
      className="inline-block text-faint"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {dots.map((dot) => (
        <circle key={dot.x} cx={dot.x} cy={dot.y} r="1.25" fill="currentColor" />
      ))}
      {last && <circle cx={last.x} cy={last.y} r="2" className="fill-fact" />}
    </svg>
  )
}
