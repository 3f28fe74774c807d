import type { AuditActorKind, AuditEvent } from '@kept/domain/audit.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Eye, KeyRound, Server, User } from 'lucide-react'
import { outcomeLabels } from '../../security/outcome-labels.ts'
import { type Column, narrowOnly } from '../../table/DataTable.tsx'

/** The columns of the audit log. In a narrow table all of it stands in the first one. */
export const auditColumns: Column<AuditEvent>[] = [
  {
    id: 'created_at',
    head: (
      <>
        <span className="@max-[44rem]/table:hidden">Time</span>
        <span className={narrowOnly}>Event</span>
      </>
    ),
    width: '11.5rem',
    cell: (event) => (
      <>
        <span className="figure @max-[44rem]/table:hidden">{formatMoment(event.created_at)}</span>
        <span className={cx('block py-1', narrowOnly)}>
          <Summary event={event} />
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-soft">
            <Actor event={event} />
            <span className="figure shrink-0">{formatMoment(event.created_at)}</span>
          </span>
        </span>
      </>
    ),
  },
  { id: 'actor', head: 'Who', width: '11rem', wideOnly: true, cell: (event) => <Actor event={event} /> },
  { id: 'summary', head: 'What', wideOnly: true, cell: (event) => <Summary event={event} /> },
  {
    id: 'action',
    head: 'Action',
    width: '14rem',
    wideOnly: true,
    cell: ({ action }) => <Action action={action} />,
  },
  {
    id: 'ip',
    head: 'From',
    width: '8rem',
    wideOnly: true,
    cell: ({ ip }) => <span className="text-soft">{ip ?? 'internal'}</span>,
  },
  { id: 'seq', head: 'Entry', numeric: true, width: '5.5rem', wideOnly: true, cell: ({ seq }) => formatCount(seq) },
]

function Summary({ event: { summary, outcome } }: { event: AuditEvent }) {
  return (
    <span className="block whitespace-normal text-pretty">
      {outcome !== 'allowed' && (
        <>
          <Badge tone="leak">{outcomeLabels[outcome]}</Badge>{' '}
        </>
      )}
      {summary}
    </span>
  )
}

export const actorKindLabels: Record<AuditActorKind, string> = {
  person: 'user',
  api_key: 'API key',
  operator: 'operator',
  system: 'Kept itself',
}

const actorIcons = { person: User, api_key: KeyRound, operator: Eye, system: Server } as const

function Actor({ event: { actor_kind, actor_name } }: { event: AuditEvent }) {
  const Icon = actorIcons[actor_kind]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon size={13} role="img" aria-label={actorKindLabels[actor_kind]} className="shrink-0 text-faint" />
      <span className="truncate">{actor_name}</span>
    </span>
  )
}

/** A long one continues below after its dot: it is searched for as it is. */
function Action({ action }: Pick<AuditEvent, 'action'>) {
  const [resource = '', ...verb] = action.split('.')
  return (
    <code className="block whitespace-normal break-words text-micro text-soft">
      {resource}.<wbr />
      {verb.join('.')}
    </code>
  )
}
