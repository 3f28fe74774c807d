import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTip } from '../ChartTip.tsx'
import type { PreparedBars } from './prepare.ts'

export interface BarsChartProps {
  prepared: PreparedBars
  /** Words for a column, short for the axis and full for the tooltip. */
  nameX(x: string): { short: string; full: string }
  /** Words for a figure: exact for the tooltip, short for the axis. */
  exact(amount: string): string
  short(amount: number): string
  /** What the picture shows, in a sentence. */
  label: string
  height?: number
  /** Only this series stands out; the others step back. */
  highlight?: string | null
}

/** Draws prepared bars; it decides nothing. Loaded only when a chart is on the page. */
export default function BarsChart({
  prepared,
  nameX,
  exact,
  short,
  label,
  height = 300,
  highlight = null,
}: BarsChartProps) {
  const { series, columns, ticks } = prepared
  const byX = new Map(columns.map((column) => [column.x, column]))
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <BarChart
        data={columns}
        stackOffset="sign"
        barCategoryGap={columns.length > 45 ? 1 : '18%'}
        maxBarSize={56}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        aria-label={label}
        role="img"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <XAxis
          dataKey="x"
          tickFormatter={(x: string) => nameX(x).short}
          tick={{ fontSize: 12, fill: 'var(--ink-faint)' }}
          tickLine={false}
          axisLine={{ stroke: 'var(--rule-strong)' }}
          minTickGap={28}
          height={26}
        />
        <YAxis
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
          interval={0}
          tickFormatter={short}
          tick={{ fontSize: 12, fill: 'var(--ink-faint)' }}
          tickLine={false}
          axisLine={false}
          width={56}
        />
        {(ticks[0] ?? 0) < 0 && <ReferenceLine y={0} stroke="var(--rule-strong)" />}
        <Tooltip
          cursor={{ fill: 'var(--paper-hover)' }}
          isAnimationActive={false}
          content={({ active, label: x }) => {
            const column = active ? byX.get(String(x)) : undefined
            if (!column) return null
            return (
              <ChartTip
                title={nameX(column.x).full}
                total={column.total === null ? null : exact(column.total)}
                lines={series
                  .filter((entry) => entry.key in column.amounts)
                  .map((entry) => ({ ...entry, value: exact(column.amounts[entry.key] ?? '0') }))}
              />
            )
          }}
        />
        {series.map((entry) => (
          <Bar
            key={entry.key}
            name={entry.name}
            dataKey={(column: (typeof columns)[number]) => column.heights[entry.key] ?? null}
            stackId="all"
            fill={entry.color}
            fillOpacity={highlight === null || highlight === entry.key ? 1 : 0.22}
            stroke="var(--paper)"
            strokeWidth={columns.length > 60 ? 0 : 0.75}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
