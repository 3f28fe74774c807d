import { cx } from '@kept/ui/cx.ts'

interface FigureBarProps {
  /** Shares of the bar from 0 to 1; the look says solid for facts and hatched for estimates. */
  parts: readonly { share: number; className: string }[]
  /** The captions at both ends. */
  start: string
  end: string
}

/** How a figure splits, with the amounts below. */
export function FigureBar({ parts, start, end }: FigureBarProps) {
  return (
    <div className="mt-1">
      <div className="flex h-2 gap-0.5" aria-hidden="true">
        {parts.map(({ share, className }) => (
          <span
            key={className}
            className={cx('rounded-hair', className)}
            style={{ width: `${Math.max(0, Math.min(1, share)) * 100}%` }}
          />
        ))}
      </div>
      <div className="figure mt-1 flex flex-wrap justify-between gap-x-3 text-small">
        <span>{start}</span>
        <span className="text-soft">{end}</span>
      </div>
    </div>
  )
}
