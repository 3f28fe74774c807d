import { cx } from '../cx.ts'

interface ProgressBarProps {
  label: string
  /** From 0 to 1; null when unknown. */
  value: number | null
  tone?: 'ink' | 'leak'
}

/** A progress bar. Without a value it animates. */
export function ProgressBar({ label, value, tone = 'ink' }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
      className="h-1.5 overflow-hidden rounded-full bg-rule"
    >
      <div
        className={cx(
          'h-full rounded-full',
          tone === 'leak' ? 'bg-leak' : 'bg-ink',
          percent === undefined ? 'w-full origin-left scale-x-75 animate-fill' : 'transition-[width] duration-180',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
