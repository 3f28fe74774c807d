import { formatCount } from '@kept/foundation/format/number.ts'
import { useId } from 'react'
import { type CycleEdge, cycleSize, placeCycle } from './cycle-layout.ts'

interface CycleGraphProps {
  cycle: readonly CycleEdge[]
  gain: number | null
  fixEdge: string | null
}

/** The loop as it goes around: who causes whom, how often, and where cutting it ends it. */
export function CycleGraph({ cycle, gain, fixEdge }: CycleGraphProps) {
  const arrow = useId()
  const { nodes, edges } = placeCycle(cycle, fixEdge)
  if (nodes.length === 0) return null
  const description = cycle
    .map(({ from, to, count }) => `${from} calls ${to} ${formatCount(Math.round(count))} times`)
    .join('; ')
  return (
    <figure className="max-w-md">
      <svg
        role="img"
        aria-label={`The cycle: ${description}`}
        viewBox={`0 0 ${cycleSize.width} ${cycleSize.height}`}
        className="w-full text-faint"
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="6"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="10"
            markerHeight="10"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 z" fill="currentColor" />
          </marker>
        </defs>
        {edges.map(({ key, path, isFix }) => (
          <path
            key={key}
            d={path}
            fill="none"
            stroke="currentColor"
            strokeWidth={isFix ? 2 : 1.25}
            strokeDasharray={isFix ? '5 3' : undefined}
            markerEnd={`url(#${arrow})`}
            className={isFix ? 'text-leak' : undefined}
          />
        ))}
        {nodes.map(({ name, lines, x, y }) => (
          <g key={name}>
            <circle cx={x} cy={y} r="7" className="fill-raised stroke-ink" strokeWidth="1.5" />
            {lines.map((line, index) => (
              <text
                key={line}
                x={x}
                y={y < cycleSize.height / 2 ? y - 14 - (lines.length - 1 - index) * 13 : y + 22 + index * 13}
                textAnchor="middle"
                className={index === 0 ? 'fill-ink font-medium text-micro' : 'fill-soft text-micro'}
              >
                {line}
              </text>
            ))}
          </g>
        ))}
        {edges.map(({ key, count, x, y }) => (
          <text
            key={key}
            x={x}
            y={y}
            textAnchor="middle"
            className="figure fill-ink font-mono text-micro [paint-order:stroke]"
            stroke="var(--paper-raised)"
            strokeWidth="4"
          >
            {formatCount(Math.round(count))}
          </text>
        ))}
      </svg>
      <figcaption className="text-small text-soft">
        {gain !== null && (
          <>
            Gain <span className="figure font-mono text-ink">{gain.toFixed(3)}</span>:{' '}
            {gain >= 1
              ? 'each run triggers at least one more, so the loop sustains itself.'
              : 'calls caused by one run. '}
          </>
        )}
        {fixEdge !== null && <span> Cutting the dashed edge ends it.</span>}
      </figcaption>
    </figure>
  )
}
