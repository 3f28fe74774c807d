import { cx } from '../cx.ts'

interface SeriesKeyProps {
  entries: readonly { key: string; name: string; color: string; value: string }[]
  /** Told which series is pointed at. */
  onHighlight?(key: string | null): void
  /** One under the other at any width. */
  narrow?: boolean
}

/** The names of a chart's series, with colour and total, in the order they are drawn. */
export function SeriesKey({ entries, onHighlight, narrow = false }: SeriesKeyProps) {
  return (
    // Beside a chart it is narrow in the widest window, and below one wide in a narrow page: its own width decides.
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
            <span className="min-w-0 flex-1 truncate text-soft" title={entry.name}>
              {entry.name}
            </span>
            <span className="figure">{entry.value}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
