import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  words?: ReactNode
  /** The one next step. */
  action?: ReactNode
  /** Of its heading: 2 where nothing but the title of the page stands above it. */
  level?: 2 | 3
}

/** Nothing is here, why, and the one thing to do about it. */
export function EmptyState({ title, words, action, level = 3 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <div aria-hidden="true" className="mb-4 flex h-2 w-24 gap-0.5">
        <div className="w-3/4 rounded-l-hair bg-rule-strong" />
        <div className="flex-1 rounded-r-hair bg-rule" />
      </div>
      <Heading className="text-lead font-semibold">{title}</Heading>
      {words && <div className="mt-1 text-pretty text-body text-soft">{words}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
