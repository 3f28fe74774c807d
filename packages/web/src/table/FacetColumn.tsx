import { useMedia } from '@kept/ui/controls/useMedia.ts'
import type { ReactNode } from 'react'

/** The filters beside a list. On a phone they fold away above it, and so do their groups. */
export function FacetColumn({ children }: { children(isWide: boolean): ReactNode }) {
  const isWide = useMedia('(min-width: 64rem)')
  if (isWide)
    return (
      <aside aria-label="Filters" className="border-rule border-r pr-4 print:hidden">
        {children(isWide)}
      </aside>
    )
  return (
    <details className="rounded-base border border-rule px-3 print:hidden">
      <summary className="min-h-9 cursor-pointer py-2 text-small font-medium">Filters</summary>
      {children(isWide)}
    </details>
  )
}
