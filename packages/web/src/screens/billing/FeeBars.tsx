import { formatMonth, formatMonthShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { useId } from 'react'
import type { FeeBar } from './fees-by-month.ts'

const [width, height, base, top] = [384, 132, 108, 22] as const
const widestBar = 62

/** One bar for each month; the estimated one is hatched, with its range. */
export function FeeBars({ bars, currency }: { bars: readonly FeeBar[]; currency: string }) {
  const hatch = useId()
  const highest = Math.max(...bars.map(({ fee, range }) => Number(range?.high ?? fee)), 1e-9)
  const y = (amount: string) => base - (Math.max(0, Number(amount)) / highest) * (base - top)
  const step = width / bars.length
  const barWidth = Math.min(widestBar, step * 0.66)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Fees: ${bars.map((bar) => describe(bar, currency)).join(', ')}`}
      className="chart mt-3 block w-full text-micro"
    >
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" stroke="var(--ink-soft)" strokeWidth="1.5" />
        </pattern>
      </defs>
      <path d={`M0 ${base}h${width}`} stroke="var(--rule-strong)" />
      {bars.map(({ period, fee, range }, index) => {
        const center = step * (index + 0.5)
        const labelY = Math.min(y(fee), y(range?.high ?? fee)) - 6
        return (
          <g key={period}>
            <rect
              x={center - barWidth / 2}
              y={y(fee)}
              width={barWidth}
              height={base - y(fee)}
              fill={range ? `url(#${hatch})` : 'var(--fact)'}
              stroke={range ? 'var(--ink-soft)' : 'none'}
            />
            {range && range.low !== range.high && (
              <path
                d={`M${center} ${y(range.low)}V${y(range.high)}m-6 0h12M${center - 6} ${y(range.low)}h12`}
                stroke="var(--ink)"
                strokeWidth="1.5"
              />
            )}
            <text x={center} y={labelY} textAnchor="middle" fill="var(--ink)" fontWeight="550">
              {range ? '~' : ''}
              {formatMoney(fee, currency, { places: 0 })}
            </text>
            <text x={center} y={base + 16} textAnchor="middle" fill="var(--ink-faint)">
              {formatMonthShort(`${period}-01`).slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function describe({ period, fee, range }: FeeBar, currency: string): string {
  return `${formatMonth(`${period}-01`)} ${range ? 'about ' : ''}${formatMoney(fee, currency)}`
}
