import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { datasetLabel } from './dataset-label.ts'
import { UnitGrid } from './UnitGrid.tsx'

/** The months of the cost reports that a cloud writes by itself, or of a billing export. */
export function CostReports({ id, kind }: { id: string; kind: CloudKind }) {
  const query = useQuery(api.sync.units.queryOptions({ input: { id, dataset: 'exports' } }))
  return (
    <Section
      title={`${datasetLabel('exports', kind)} by month`}
      description="Read once a day, or when you sync. What was added counts once."
    >
      <Loaded query={query} failed="The months could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-body text-soft">No month was read yet.</p>
          ) : (
            <UnitGrid units={data} kind={kind} />
          )
        }
      </Loaded>
    </Section>
  )
}
