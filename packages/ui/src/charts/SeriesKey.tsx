import { cx } from '../cx.ts'

interface SeriesKeyProps {
  entries: readonly { key: string; name: string; color: string; value: string }[]
  /** Called with the series under the pointer. */
  onHighlight?(key: string | null): void
  /** Makes the entries buttons; called with the chosen series. */
  onPick?(key: string): void
  /** One column at every width. */
  narrow?: boolean
}

/** The legend of a chart: color, name, and total of each series in drawing order. */
export function SeriesKey({ entries, onHighlight, onPick, narrow = false }: SeriesKeyProps) {
  return (
    // A container query: the width of the legend does not follow the width of the window.
    <div className="@container">
      <ul className={cx('grid grid-cols-1 gap-x-6', !narrow && '@md:grid-cols-2')}>
        {entries.map((entry) => (
          <li
            key={entry.key}
            onPointerEnter={() => onHighlight?.(entry.key)}
            onPointerLeave={() => onHighlight?.(null)}
            className="flex min-h-6 items-center gap-2 text-small"
          >
            <span aria-hidden="true" className="size-2.5 shrink-0 rounded-hair" style={{ background: entry.color }} />
            {onPick ? (
              <button
                type="button"
                className="min-h-6 min-w-18 flex-1 truncate text-left text-soft hover:text-ink hover:underline"
                title={entry.name}
                onClick={() => onPick(entry.key)}
              >
                {entry.name}
              </button>
            ) : (
              <span className="min-w-18 flex-1 truncate text-soft" title={entry.name}>
                {entry.name}
              </span>
            )}
            <span className="figure text-right">{entry.value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
