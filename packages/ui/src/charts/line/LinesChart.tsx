import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTip } from '../ChartTip.tsx'
import { niceTicks } from '../ticks.ts'
import type { PreparedLines } from './prepare.ts'

interface LinesChartProps {
  prepared: Extract<PreparedLines, { state: 'data' }>
  label: string
  height: number
  format(figure: number): string
}

/** Draws prepared lines; it decides nothing. */
export default function LinesChart({ prepared, label, height, format }: LinesChartProps) {
  const { rows, lines } = prepared
  const figures = rows.flatMap((row) => Object.values(row.values).filter((value) => value !== null))
  const ticks = niceTicks(Math.min(0, ...figures), Math.max(0, ...figures))
  const byX = new Map(rows.map((row) => [row.x, row]))
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <LineChart
        data={rows}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        aria-label={label}
        role="img"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <XAxis
          dataKey="x"
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
          tickFormatter={format}
          tick={{ fontSize: 12, fill: 'var(--ink-faint)' }}
          tickLine={false}
          axisLine={false}
          width={56}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--rule-strong)' }}
          content={({ active, label: x }) => {
            const row = active ? byX.get(String(x)) : undefined
            if (!row) return null
            return (
              <ChartTip
                title={row.x}
                total=""
                lines={lines.map((line) => {
                  const value = row.values[line.dataKey] ?? null
                  return {
                    key: line.dataKey,
                    name: line.name,
                    color: line.color,
                    value: value === null ? 'no data' : format(value),
                  }
                })}
              />
            )
          }}
        />
        {lines.map((line) => (
          <Line
            key={line.dataKey}
            name={line.name}
            type="linear"
            dataKey={(row: (typeof rows)[number]) => row.values[line.dataKey] ?? null}
            stroke={line.color}
            strokeWidth={line.strokeWidth}
            strokeDasharray={line.strokeDasharray}
            dot={rows.length <= 31 ? { r: 2, strokeWidth: 0, fill: line.color } : false}
            connectNulls={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  )
}
