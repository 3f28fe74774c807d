import { cx } from '@kept/ui/cx.ts'
import type { ReactNode } from 'react'
import { useFocusWhenLinked } from '../url/useFocusWhenLinked.ts'

interface HighlightedRowProps {
  /** True when the address names this row. */
  highlighted: boolean
  className: string
  children: ReactNode
}

/** A list row that a search result can link to. It is then highlighted and focused. */
export function HighlightedRow({ highlighted, className, children }: HighlightedRowProps) {
  const rowRef = useFocusWhenLinked<HTMLLIElement>(highlighted)
  return (
    <li
      ref={rowRef}
      tabIndex={highlighted ? -1 : undefined}
      aria-current={highlighted || undefined}
      className={cx(className, highlighted && '-mx-2 bg-fact-wash px-2 outline-none')}
    >
      {children}
    </li>
  )
}
