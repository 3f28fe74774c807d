import type { ResourceDetails } from '@kept/domain/resource.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { changesOf } from './changes.ts'
import type { ResourceRef } from './resource-list.ts'

/** When the resource was created, changed its state, or began to cost more or less. */
export function ResourceChanges({ resource, resourceRef }: { resource: ResourceDetails; resourceRef: ResourceRef }) {
  const query = useQuery(api.resources.costs.queryOptions({ input: resourceRef }))
  return (
    <Section title="Changes">
      <Loaded query={query} failed="The changes could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data: { currencies } }) => {
          const [main] = currencies
          const changes = changesOf(resource, main?.days ?? [], main?.currency ?? '')
          if (changes.length === 0) return <p className="text-small text-soft">No changes in the bill or inventory.</p>
          return (
            <ol className="divide-y divide-rule text-small">
              {changes.map(({ day, label }) => (
                <li key={`${day} ${label}`} className="flex gap-4 py-1.5">
                  <span className="figure w-28 shrink-0 text-soft">{formatDay(day)}</span>
                  <span>{label}</span>
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Section>
  )
}
