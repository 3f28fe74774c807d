import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  description?: ReactNode
  /** The next step. */
  action?: ReactNode
  /** Heading level: 2 directly below the page title. */
  level?: 2 | 3
}

/** Says what is missing, why, and what to do. */
export function EmptyState({ title, description, action, level = 3 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      <div aria-hidden="true" className="mb-4 flex h-2 w-24 gap-0.5">
        <div className="w-3/4 rounded-l-hair bg-rule-strong" />
        <div className="flex-1 rounded-r-hair bg-rule" />
      </div>
      <Heading className="text-lead font-semibold">{title}</Heading>
      {description && <div className="mt-1 text-pretty text-body text-soft">{description}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
