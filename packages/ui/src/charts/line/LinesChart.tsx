import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTip } from '../ChartTip.tsx'
import { faded } from '../palette.ts'
import { niceTicks } from '../ticks.ts'
import type { PreparedLines } from './prepare.ts'

interface LinesChartProps {
  prepared: Extract<PreparedLines, { state: 'data' }>
  label: string
  height: number
  format(figure: number): string
  /** The same in a few characters, for the axis. */
  short(figure: number): string
  /** What stands under the axis for a row, and the whole of it in its tip. */
  nameX(x: string): { short: string; full: string }
}

/** Draws prepared lines; it decides nothing. */
export default function LinesChart({ prepared, label, height, format, short, nameX }: LinesChartProps) {
  const { rows, lines, band } = prepared
  const figures = [
    ...rows.flatMap((row) => Object.values(row.values).filter((value) => value !== null)),
    ...(band?.edges.flatMap((edges) => edges ?? []) ?? []),
  ]
  const ticks = niceTicks(Math.min(0, ...figures), Math.max(0, ...figures))
  const places = new Map(rows.map((row, place) => [row.x, place]))
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 640, height }}>
      <ComposedChart
        data={rows}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
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
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--rule-strong)' }}
          content={({ active, label: x }) => {
            const place = active ? places.get(String(x)) : undefined
            const row = place === undefined ? undefined : rows[place]
            if (place === undefined || !row) return null
            const edges = band?.edges[place]
            return (
              <ChartTip
                title={nameX(row.x).full}
                total=""
                lines={[
                  ...lines.map((line) => {
                    const value = row.values[line.dataKey] ?? null
                    return {
                      key: line.dataKey,
                      name: line.name,
                      color: line.color,
                      value: value === null ? 'no data' : format(value),
                    }
                  }),
                  ...(band && edges
                    ? [
                        {
                          key: 'band',
                          name: band.name,
                          color: faded(band.color),
                          value: `${format(edges[0])} – ${format(edges[1])}`,
                        },
                      ]
                    : []),
                ]}
              />
            )
          }}
        />
        {band && (
          <Area
            name={band.name}
            type="linear"
            dataKey={(row: (typeof rows)[number]) => band.edges[places.get(row.x) ?? -1] ?? null}
            stroke="none"
            fill={faded(band.color)}
            fillOpacity={1}
            activeDot={false}
            connectNulls={false}
            isAnimationActive={false}
          />
        )}
        {lines.map((line) => (
          <Line
            key={line.dataKey}
            name={line.name}
            type="linear"
            dataKey={(row: (typeof rows)[number]) => row.values[line.dataKey] ?? null}
            stroke={line.color}
            strokeWidth={line.strokeWidth}
            strokeDasharray={line.strokeDasharray}
            dot={rows.length <= 31 ? { r: rows.length === 1 ? 4 : 2, strokeWidth: 0, fill: line.color } : false}
            connectNulls={false}
            isAnimationActive={false}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  )
}
