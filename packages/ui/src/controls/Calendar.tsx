import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { formatDay, formatMonth } from '@kept/foundation/format/day.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from './Button.tsx'
import { pressDay, stepFrom, weeksOf } from './calendar.ts'

interface CalendarProps {
  /** First and last day, inclusive. */
  range: [string, string]
  onRange(range: [string, string], finished: boolean): void
}

/** A calendar month to select a range of days. Arrow keys move by day, Page Up and Page Down by month. */
export function Calendar({ range, onRange }: CalendarProps) {
  const [cursor, setCursor] = useState(range[1])
  const [started, setStarted] = useState<string | null>(null)
  const grid = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the cursor, so it runs when the cursor moved.
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus()
    hasMoved.current = false
  }, [cursor])

  const press = (day: string) => {
    const next = pressDay(started, day)
    setStarted(next.started)
    setCursor(day)
    onRange(next.range, next.started === null)
  }
  const walk = (event: KeyboardEvent) => {
    const next = stepFrom(cursor, event.key)
    if (next === null) return
    event.preventDefault()
    hasMoved.current = true
    setCursor(next)
  }
  return (
    <div>
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          size="small"
          icon={<ChevronLeft size={16} />}
          onClick={() => setCursor(startOfMonth(cursor, -1))}
        />
        <span aria-live="polite" className="text-body font-medium">
          {formatMonth(cursor)}
        </span>
        <IconButton
          label="Next month"
          size="small"
          icon={<ChevronRight size={16} />}
          onClick={() => setCursor(startOfMonth(cursor, 1))}
        />
      </div>
      <table ref={grid} aria-label={formatMonth(cursor)} className="mt-1 w-full border-collapse">
        <thead>
          <tr>
            {['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name) => (
              <th key={name} scope="col" className="size-8 text-micro font-normal text-faint">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, inMonth }) => {
                const inside = day >= range[0] && day <= range[1]
                const end = day === range[0] || day === range[1]
                return (
                  <td key={day} className={cx('p-0', inside && !end && 'bg-fact-wash')}>
                    <button
                      type="button"
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={formatDay(day)}
                      aria-pressed={inside}
                      onKeyDown={walk}
                      onClick={() => press(day)}
                      className={cx(
                        'figure flex h-8 w-full min-w-8 items-center justify-center rounded-small text-small',
                        end ? 'bg-fact text-paper' : 'hover:bg-hover',
                        !inMonth && !end && 'text-faint',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
