import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Tone = 'plain' | 'kept' | 'leak' | 'watch' | 'fact'

const tones: Record<Tone, string> = {
  plain: 'bg-hover text-soft',
  kept: 'bg-kept-wash text-kept',
  leak: 'bg-leak-wash text-leak',
  watch: 'bg-watch-wash text-watch',
  fact: 'bg-fact-wash text-fact',
}

interface BadgeProps {
  tone?: Tone
  icon?: ReactNode
  /** Allows a second line for long texts. */
  wrap?: boolean
  children: ReactNode
}

/** A short status. Green is for verified savings only. */
export function Badge({ tone = 'plain', icon, wrap = false, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'figure inline-flex min-h-5 max-w-full items-center gap-1 rounded-small px-1.5 font-medium text-micro',
        wrap && 'py-0.5 text-left',
        tones[tone],
      )}
    >
      {icon && <span className="shrink-0">{icon}</span>}
      <span className={wrap ? undefined : 'truncate'}>{children}</span>
    </span>
  )
}
