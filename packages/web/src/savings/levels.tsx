import type { Level } from '@kept/domain/recommendation.ts'
import { cx } from '@kept/ui/cx.ts'

const filled: Record<Level, number> = { low: 1, medium: 2, high: 3 }

/** A level of effort or risk: its name and three bars. */
export function LevelMark({ level }: { level: Level }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="inline-flex items-end gap-px">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={cx('w-1 rounded-hair', step <= filled[level] ? 'bg-soft' : 'bg-rule')}
            style={{ height: 3 + step * 3 }}
          />
        ))}
      </span>
      {level}
    </span>
  )
}

/** Formats a confidence from 0 to 1 as a percentage. */
export function formatConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)}%`
}
