import { cx } from '../cx.ts'

/** A placeholder with the size of the content, to prevent layout shifts. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('skeleton-sheen rounded-small bg-hover', className)} />
}

/** Placeholder rows of a loading table. */
export function SkeletonRows({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-rule">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <div key={row} className="flex h-row items-center gap-6">
          <Skeleton className="h-3 w-2/5" />
          <Skeleton className="ml-auto h-3 w-16" />
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
