import type { Anomaly } from '@kept/domain/anomaly.ts'
import { formatDayShort } from '@kept/ui/format/day.ts'
import { severityTones } from '../../anomalies/words.ts'
import { placeIn, type Stretch } from './timeline.ts'

const colours = { plain: 'bg-faint', watch: 'bg-watch', leak: 'bg-leak', kept: 'bg-kept', fact: 'bg-fact' }
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The first and the last day, over the ends of the bars below. */
export function TimelineHead({ from, to }: Stretch) {
  return (
    <span className="flex w-56 justify-between font-normal">
      <span>{formatDayShort(from)}</span>
      <span>{formatDayShort(to)}</span>
    </span>
  )
}

/** The days of one incident on the stretch all share; in words they stand beside it. */
export function IncidentBar({ anomaly, stretch }: { anomaly: Anomaly; stretch: Stretch }) {
  const { start, length } = placeIn(stretch, anomaly)
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-small bg-hover">
      <span
        className={`absolute inset-y-0 min-w-1 rounded-small ${colours[severityTones[anomaly.severity]]}`}
        // Kept within the stretch, however short the day is drawn.
        style={{ left: `min(${percent(start)}, 100% - 4px)`, width: percent(length) }}
      />
    </span>
  )
}
