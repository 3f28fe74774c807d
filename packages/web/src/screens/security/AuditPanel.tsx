import type { AuditEvent } from '@kept/domain/audit.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { outcomeLabels } from './security-view.ts'

interface AuditPanelProps {
  organization: string
  id: string
  onClose(): void
}

/** One event: what changed, by whom and from where, and its place in the chain. */
export function AuditPanel({ organization, id, onClose }: AuditPanelProps) {
  const query = useQuery(api.security.getAuditLog.queryOptions({ input: { organization, id }, staleTime: 'static' }))
  const event = query.data?.data
  return (
    <SidePanel
      open
      onClose={onClose}
      title={event?.action ?? 'Audit event'}
      kicker={event && `Entry ${formatCount(event.seq)}, ${formatMoment(event.created_at)}`}
    >
      <Loaded query={query} failed="This event could not be loaded.">
        {({ data }) => (
          <>
            <p className="text-body">
              {data.outcome !== 'allowed' && <Badge tone="leak">{outcomeLabels[data.outcome]}</Badge>} {data.summary}
            </p>
            {(data.before || data.after) && <Change event={data} />}
            <h3 className="mt-5 mb-1 font-semibold text-body">Details</h3>
            <dl className="grid grid-cols-[8rem_1fr] gap-x-3 gap-y-1.5 text-small">
              {factsOf(data).map(([label, value]) => (
                <div key={label} className="contents">
                  <dt className="text-soft">{label}</dt>
                  <dd className="break-words">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Change({ event: { before, after } }: { event: AuditEvent }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <>
      <h3 className="mt-5 mb-1 font-semibold text-body">Change</h3>
      <table className="w-full text-small">
        <thead>
          <tr className="border-rule border-b text-left text-soft">
            <th className="py-1 pr-3 font-medium">Field</th>
            <th className="py-1 pr-3 font-medium">Before</th>
            <th className="py-1 font-medium">After</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-rule border-b align-top">
              <th className="py-1 pr-3 text-left font-normal text-soft">{name}</th>
              <td className="break-words py-1 pr-3">{textOf(before?.[name])}</td>
              <td className="break-words py-1">{textOf(after?.[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const actorKinds: Record<AuditEvent['actor_kind'], string> = {
  person: 'user',
  api_key: 'API key',
  operator: 'operator',
  system: 'Kept itself',
}

function factsOf(event: AuditEvent): [label: string, value: string][] {
  const facts: [string, string | null][] = [
    ['Who', `${event.actor_name} (${actorKinds[event.actor_kind]})`],
    ['Resource', [event.resource_type, event.resource_name].filter(Boolean).join(': ')],
    ['Resource ID', event.resource_id],
    ['Address', event.ip],
    ['Browser', event.user_agent],
    ['Request ID', event.request_id],
    ['Details', Object.keys(event.details).length > 0 ? JSON.stringify(event.details) : null],
    ['Hash', event.hash],
    ['Previous hash', event.prev_hash],
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []))
}
