import { cx } from '@kept/ui/cx.ts'
import type { ReactNode } from 'react'
import { useCalledFor } from '../url/useCalledFor.ts'

interface CalledRowProps {
  /** True for the one that the address names. */
  called: boolean
  className: string
  children: ReactNode
}

/** A row of a list that a hit of the search may lead to: it is marked then, and where the keyboard is. */
export function CalledRow({ called, className, children }: CalledRowProps) {
  const place = useCalledFor<HTMLLIElement>(called)
  return (
    <li
      ref={place}
      tabIndex={called ? -1 : undefined}
      aria-current={called || undefined}
      className={cx(className, called && '-mx-2 bg-fact-wash px-2 outline-none')}
    >
      {children}
    </li>
  )
}
