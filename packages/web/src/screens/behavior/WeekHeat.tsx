import type { HeatMap } from '@kept/domain/environment.ts'
import { cx } from '@kept/ui/cx.ts'
import { formatPercent } from '@kept/ui/format/share.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A week in local time: in each hour how much ran, and how much of that was used. The rest of the bar is waste. */
export function WeekHeat({ map, label, timezone, isWatched = true }: WeekHeatProps) {
  const run = mean(map.running)
  const used = isWatched ? `${percent(mean(map.active))} were used` : 'whether anybody used them is not known'
  const sentence = `${label}: on average ${percent(run)} of the hours of a week ran and ${used}, ${timezone} time.`
  const rest = isWatched ? 'hatch-leak' : 'bg-rule-strong'
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
                  words={`${day} ${String(hour).padStart(2, '0')}:00`}
                  rest={rest}
                  isWatched={isWatched}
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
        {isWatched && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2.5 rounded-hair bg-fact" /> running and used
          </span>
        )}
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={cx('size-2.5 rounded-hair', rest)} />{' '}
          {isWatched ? 'running, nobody there' : 'running; whether it was used is not known'}
        </span>
        <span>{timezone} time</span>
      </figcaption>
    </figure>
  )
}

interface WeekHeatProps {
  map: HeatMap
  label: string
  timezone: string
  /** False where no sign of use reaches Kept: then hours without one are not hours without anybody. */
  isWatched?: boolean
}

interface HourProps {
  /** How the part is drawn in which nobody was seen. */
  rest: string
  isWatched: boolean
  running: number | null
  active: number | null
  words: string
}

function Hour({ running, active, words, rest, isWatched }: HourProps) {
  const used = isWatched ? `, ${percent(active ?? 0)} used` : ''
  const title = running === null ? `${words}: no such hour` : `${words}: ${percent(running)} ran${used}`
  return (
    <span title={title} className="flex h-5 min-w-0 flex-1 flex-col justify-end overflow-hidden rounded-hair bg-hover">
      <span className={cx('block', rest)} style={{ height: `${100 * ((running ?? 0) - (active ?? 0))}%` }} />
      <span className="block bg-fact" style={{ height: `${100 * (active ?? 0)}%` }} />
    </span>
  )
}

function mean(shares: readonly (number | null)[]): number {
  const known = shares.filter((share) => share !== null)
  return known.length === 0 ? 0 : known.reduce((sum, share) => sum + share, 0) / known.length
}

function percent(share: number): string {
  return formatPercent(100 * share, { places: 0 })
}
