import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const tones = {
  plain: 'border-rule-strong bg-hover',
  fact: 'border-fact bg-fact-wash',
  watch: 'border-watch bg-watch-wash',
  leak: 'border-leak bg-leak-wash',
} as const

interface NoticeProps {
  tone?: keyof typeof tones
  title?: string
  children: ReactNode
  /** Buttons or links. */
  action?: ReactNode
}

/** An inline notice that stays as long as it applies. */
export function Notice({ tone = 'plain', title, children, action }: NoticeProps) {
  return (
    <div role={tone === 'leak' ? 'alert' : 'status'} className={cx('border-l-2 px-4 py-3', tones[tone])}>
      {title && <p className="text-body font-semibold text-ink">{title}</p>}
      <div className="max-w-prose text-body text-ink">{children}</div>
      {action && <div className="mt-2.5 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
