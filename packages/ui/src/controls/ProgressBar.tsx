import { cx } from '../cx.ts'

interface ProgressBarProps {
  label: string
  /** 0 to 1; null while nobody can know. */
  value: number | null
  tone?: 'ink' | 'leak'
}

/** How far something is. Without a known end it fills to three quarters and back: the kept bar at work. */
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
