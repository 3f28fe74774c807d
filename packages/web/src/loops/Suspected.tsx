import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ExportList } from '../csv/ExportList.tsx'
import { Section } from '../shell/Page.tsx'

/** Loops with the volume and only part of the shape: worth a look, never notified and never acted on. */
export function Suspected({ refetchInterval }: { refetchInterval: number | false }) {
  const query = useQuery({
    ...api.loops.list.queryOptions({ input: { suspected: 'true', show: 'active', limit: 50 } }),
    refetchInterval,
  })
  const suspects = query.data?.data ?? []
  if (suspects.length === 0) return null
  return (
    <Section
      title="Suspected"
      description="These have the volume of a loop but only part of its pattern. No alerts are sent and no action is taken."
      actions={
        <ExportList
          name="suspected-loops"
          size="small"
          list={async () => (await import('./export-loops.ts')).suspectedList()}
        />
      }
    >
      <ul className="divide-y divide-rule">
        {suspects.map((loop) => (
          <li key={loop.id} className="py-2 text-small">
            <span className="font-medium">{loopTypeLabels[loop.loop_type].label}</span>, {loop.resource_name}{' '}
            <span className="text-faint">since {formatMoment(loop.detected_at)}</span>
            <span className="block text-soft">{loop.root_cause_analysis.technical_details}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
