import { type ConnectionKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { UnitGrid } from './UnitGrid.tsx'

const maxUnits = 1000

/** Every account and region of a connection, or the months of a folder of exports. */
export function Units({ id, kind }: { id: string; kind: ConnectionKind }) {
  const isFolder = isStorageKind(kind)
  const query = useQuery(api.sync.units.queryOptions({ input: { id, limit: maxUnits } }))
  return (
    <Section title={isFolder ? 'Exports by month' : 'Sync by account and region'}>
      <Loaded query={query} failed="The units could not be loaded." loading={<SkeletonRows rows={4} />}>
        {({ data, meta }) => {
          // The months of a cloud have a section of their own: they are no regions.
          const units = isFolder ? data : data.filter(({ dataset }) => dataset !== 'exports')
          return units.length === 0 ? (
            <p className="text-body text-soft">
              Nothing was read yet. {isFolder ? 'Months' : 'Units'} appear when the first sync starts.
            </p>
          ) : (
            <>
              <UnitGrid units={units} kind={kind} />
              {meta.next !== null && (
                <p className="mt-2 text-small text-faint">The first {formatCount(data.length)} units are shown.</p>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}
