import type { Anomaly } from '@kept/domain/anomaly.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { severityTones } from '../../anomalies/anomaly-text.ts'
import { positionOn, type Timeline } from './timeline.ts'

const colors = { plain: 'bg-faint', watch: 'bg-watch', leak: 'bg-leak', kept: 'bg-kept', fact: 'bg-fact' }
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The first and last day of the timeline, above its bars. */
export function TimelineHead({ from, to }: Timeline) {
  return (
    <span className="flex w-56 justify-between font-normal">
      <span>{formatDayShort(from)}</span>
      <span>{formatDayShort(to)}</span>
    </span>
  )
}

/** The days of an incident as a bar on the shared timeline. The days column has them as text. */
export function IncidentBar({ anomaly, timeline }: { anomaly: Anomaly; timeline: Timeline }) {
  const { start, length } = positionOn(timeline, anomaly)
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-small bg-hover">
      <span
        className={`absolute inset-y-0 min-w-1 rounded-small ${colors[severityTones[anomaly.severity]]}`}
        // Stays within the timeline even when a day is only a few pixels wide.
        style={{ left: `min(${percent(start)}, 100% - 4px)`, width: percent(length) }}
      />
    </span>
  )
}
