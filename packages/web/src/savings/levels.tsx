import type { Level } from '@kept/domain/finding.ts'
import { cx } from '@kept/ui/cx.ts'

const filled: Record<Level, number> = { low: 1, medium: 2, high: 3 }

/** How much effort or risk: a word, and three strokes to compare at a glance. */
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

/** "certain", "likely", ... with the percentage: a confidence is a claim that is checked later. */
export function sayConfidence(confidence: number): string {
  return `${Math.round(confidence * 100)}%`
}
