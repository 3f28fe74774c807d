import type { AuditEvent } from '@kept/domain/audit.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { outcomeLabels } from '../../security/outcome-labels.ts'
import { ReportIncident } from '../../security/ReportIncident.tsx'
import { actorKindLabels } from './audit-columns.tsx'

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
            <div className="mt-3">
              <ReportIncident
                size="small"
                draft={{ title: data.summary, source: 'security_event', source_id: data.id }}
              />
            </div>
            {(data.before || data.after) && <Change event={data} />}
            <h3 className="mt-5 mb-1 font-semibold text-body">Details</h3>
            <Facts facts={factsOf(data)} />
            <h3 className="mt-5 mb-1 font-semibold text-body">Chain</h3>
            <Facts facts={chainOf(data)} isCode />
            <p className="mt-2 text-micro text-soft">The hash covers this entry and the hash of the one before.</p>
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Facts({ facts, isCode = false }: { facts: readonly Fact[]; isCode?: boolean }) {
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-small">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-soft">{label}</dt>
          <dd className={isCode ? 'break-all font-mono text-micro' : 'break-words'}>{value}</dd>
        </div>
      ))}
    </dl>
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
              <th className="py-1 pr-3 text-left font-normal text-soft">{formatLabel(name)}</th>
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

type Fact = readonly [label: string, value: string]

function factsOf(event: AuditEvent): Fact[] {
  return present([
    ['Who', `${event.actor_name} (${actorKindLabels[event.actor_kind]})`],
    ['Resource', [formatLabel(event.resource_type), event.resource_name].filter(Boolean).join(': ')],
    ['Resource ID', event.resource_id],
    ['Address', event.ip],
    ['Browser', event.user_agent],
    ['Request ID', event.request_id],
    ['Session ID', event.session_id ?? null],
    ...Object.entries(event.details).map(([name, value]) => [formatLabel(name), textOf(value)] as const),
  ])
}

function chainOf({ hash, prev_hash }: AuditEvent): Fact[] {
  return present([
    ['This entry', hash],
    ['Entry before', prev_hash],
  ])
}

function present(facts: readonly (readonly [label: string, value: string | null])[]): Fact[] {
  return facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}
