interface ChartTipProps {
  title: string
  /** Null when the column has no data. */
  total: string | null
  lines: { key: string; name: string; color: string; value: string }[]
}

/** A chart tooltip with the exact figures of one column. */
export function ChartTip({ title, total, lines }: ChartTipProps) {
  return (
    <div className="min-w-44 max-w-80 rounded-base border border-rule bg-raised px-3 py-2 text-small shadow-float">
      <p className="figure flex justify-between gap-6 font-medium text-ink">
        <span>{title}</span>
        <span>{total ?? 'no data'}</span>
      </p>
      {lines.length > 0 && (
        <dl className="mt-1.5 space-y-0.5 border-rule border-t pt-1.5">
          {lines.map((line) => (
            <div key={line.key} className="flex items-center gap-2">
              <span aria-hidden="true" className="size-2 shrink-0 rounded-hair" style={{ background: line.color }} />
              <dt className="min-w-0 flex-1 truncate text-soft">{line.name}</dt>
              <dd className="figure text-ink">{line.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
