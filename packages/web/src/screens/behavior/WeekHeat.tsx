import type { HeatMap } from '@kept/domain/environment.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A week in local time: in each hour how much ran, and how much of that was used. The rest of the bar is waste. */
export function WeekHeat({ map, label, timeZone, isObserved = true }: WeekHeatProps) {
  const run = mean(map.running)
  const used = isObserved ? `${percent(mean(map.active))} were used` : 'usage is unknown'
  const sentence = `${label}: on average ${percent(run)} of the hours of a week ran and ${used}, ${timeZone} time.`
  const idleClass = isObserved ? 'hatch-leak' : 'bg-rule-strong'
  return (
    <figure>
      <div role="img" aria-label={sentence} className="pb-1">
        <div>
          {map.days.map((day, weekday) => (
            <div key={day} className="flex items-stretch gap-px py-px">
              <span className="w-9 shrink-0 self-center text-micro text-soft capitalize">{day.slice(0, 3)}</span>
              {hours.map((hour) => (
                <Hour
                  key={hour}
                  running={map.running[weekday * 24 + hour] ?? null}
                  active={map.active[weekday * 24 + hour] ?? null}
                  label={`${day} ${String(hour).padStart(2, '0')}:00`}
                  idleClass={idleClass}
                  isObserved={isObserved}
                />
              ))}
            </div>
          ))}
          <div aria-hidden="true" className="figure flex gap-px pl-9 text-micro text-faint">
            {hours.map((hour) => (
              <span key={hour} className="min-w-0 flex-1">
                {hour % 6 === 0 ? String(hour).padStart(2, '0') : ''}
              </span>
            ))}
          </div>
        </div>
      </div>
      <figcaption className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-micro text-soft">
        {isObserved && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-hair bg-fact" /> running and used
          </span>
        )}
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-2.5 rounded-hair', idleClass)} />{' '}
          {isObserved ? 'running, unused' : 'running, usage unknown'}
        </span>
        <span>{timeZone} time</span>
      </figcaption>
    </figure>
  )
}

interface WeekHeatProps {
  map: HeatMap
  label: string
  timeZone: string
  /** False without activity data: hours without usage events are then unknown, not idle. */
  isObserved?: boolean
}

interface HourProps {
  /** The class of the part without activity. */
  idleClass: string
  isObserved: boolean
  running: number | null
  active: number | null
  label: string
}

function Hour({ running, active, label, idleClass, isObserved }: HourProps) {
  const used = isObserved ? `, ${percent(active ?? 0)} used` : ''
  const title = running === null ? `${label}: no such hour` : `${label}: ${percent(running)} ran${used}`
  return (
    <span title={title} className="flex h-5 min-w-0 flex-1 flex-col justify-end overflow-hidden rounded-hair bg-hover">
      <span className={cx('block', idleClass)} style={{ height: `${100 * ((running ?? 0) - (active ?? 0))}%` }} />
      <span className="block bg-fact" style={{ height: `${100 * (active ?? 0)}%` }} />
    </span>
  )
}

function mean(shares: readonly (number | null)[]): number {
  const knownShares = shares.filter((share) => share !== null)
  return knownShares.length === 0 ? 0 : knownShares.reduce((sum, share) => sum + share, 0) / knownShares.length
}

function percent(share: number): string {
  return formatPercent(100 * share, { places: 0 })
}
