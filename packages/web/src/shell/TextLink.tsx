import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../url/search.ts'

interface TextLinkProps {
  to: string
  search?: Search
  /** A place on the page it leads to. */
  hash?: string
  children: ReactNode
  className?: string
  /** In a table: ink until it is pointed at, so that a column of links stays calm. */
  quiet?: boolean
  onClick?(): void
}

/** A link inside the application, in running text or a table. */
export function TextLink({ to, search = {}, hash, children, className, quiet = false, onClick }: TextLinkProps) {
  return (
    <Link
      to={to}
      search={search}
      {...(hash !== undefined && { hash })}
      onClick={onClick}
      className={cx(
        'underline-offset-2',
        quiet
          ? 'text-ink decoration-edge hover:underline'
          : 'text-fact underline decoration-fact/40 hover:decoration-fact',
        className,
      )}
    >
      {children}
    </Link>
  )
}
