import { prepareSparkline } from './prepare.ts'

interface SparklineProps {
  /** For drawing only; null where nothing is known. */
  values: readonly (number | null)[]
  /** Said instead of seen: "from $12.00 to $8.40". */
  label: string
  width?: number
  height?: number
}

/** A trend in a cell. It says which way, not how much; the figure beside it does. */
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
