import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../api/Loaded.tsx'
import { CompactLoop } from './CompactLoop.tsx'

/** More are behind the link to all loops. */
const maxLoops = 3

interface CompactLoopsProps {
  query: UseQueryResult<{ data: ListedLoop[] }>
  resourceId: string | undefined
  isCounting: boolean
  onSelect(loop: ListedLoop): void
}

/** The costliest loops that run now. */
export function CompactLoops({ query, resourceId, isCounting, onSelect }: CompactLoopsProps) {
  return (
    <Loaded query={query} failed="Loops could not be loaded." loading={<SkeletonRows rows={2} />}>
      {({ data }) => {
        const loops = loopsOf(data, resourceId)
        if (loops.length === 0) return <p className="py-3 text-body text-soft">No loops are running.</p>
        return (
          <ul aria-label="Loops running now" className="-mx-2">
            {loops.slice(0, maxLoops).map((loop) => (
              <CompactLoop
                key={loop.id}
                loop={loop}
                asOf={query.dataUpdatedAt}
                isCounting={isCounting}
                onSelect={() => onSelect(loop)}
              />
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}

/** The loops of one resource, or all. */
export function loopsOf(loops: ListedLoop[], resourceId: string | undefined): ListedLoop[] {
  return resourceId === undefined ? loops : loops.filter(({ resource_id }) => resource_id === resourceId)
}
