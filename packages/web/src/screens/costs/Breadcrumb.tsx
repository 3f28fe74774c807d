import { ChevronRight } from 'lucide-react'
import { TextLink } from '../../shell/TextLink.tsx'
import { crumbsOf } from './drill.ts'
import { type Explorer, writeExplorer } from './explorer.ts'

/** The way from all costs to what is in view. */
export function Breadcrumb({ state }: { state: Explorer }) {
  const way = crumbsOf(state)
  if (!way) return null
  return (
    <nav aria-label="Path" className="mt-4">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-small">
        {way.crumbs.map((crumb) => (
          <li key={`${crumb.label} ${crumb.state.filters.length}`} className="inline-flex min-w-0 items-center gap-1.5">
            <TextLink to="/costs" search={writeExplorer(crumb.state)}>
              <span className="inline-block max-w-64 truncate align-bottom">{crumb.label}</span>
            </TextLink>
            <ChevronRight size={13} aria-hidden="true" className="text-faint" />
          </li>
        ))}
        <li aria-current="page" className="max-w-96 truncate font-medium">
          {way.here}
        </li>
      </ol>
    </nav>
  )
}
