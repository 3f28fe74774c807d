import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../url/search.ts'
import { type WhyQuestion, writeWhy } from './why.ts'

interface WhyLinkProps {
  question: Partial<WhyQuestion>
  /** What changed, for screen readers: "Why did Amazon EC2 change?" */
  subject?: string
  className?: string
  children?: ReactNode
}

/** Opens the explanation of a change beside the current screen. */
export function WhyLink({ question, subject, className, children = 'Why?' }: WhyLinkProps) {
  return (
    <Link
      to="."
      search={(old: Search) => ({ ...old, why: writeWhy(question) })}
      resetScroll={false}
      {...(subject && { 'aria-label': `Why did ${subject} change?` })}
      className={cx(
        'text-fact underline decoration-fact/40 underline-offset-2 hover:decoration-fact print:hidden',
        className,
      )}
    >
      {children}
    </Link>
  )
}
