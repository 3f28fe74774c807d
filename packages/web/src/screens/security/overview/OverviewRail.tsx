import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { outcomeLabels } from '../../../security/outcome-labels.ts'
import { statusLabels } from '../incidents/incident-labels.ts'
import { ComplianceBars } from './ComplianceBars.tsx'

/** Beside the score: incidents, the newest audit events, and how far each framework is. */
export function OverviewRail({ organization, overview }: { organization: string; overview: SecurityOverview }) {
  const { incidents } = overview
  return (
    <div className="space-y-8">
      <Section title="Incidents" tab="incidents">
        {incidents.length === 0 ? (
          <EmptyEntry>None so far.</EmptyEntry>
        ) : (
          incidents.map(({ id, title, severity, status, opened_at }) => (
            <Entry key={id} title={title} side={severity}>
              {statusLabels[status]}, opened {formatAgo(opened_at, Date.now())}
            </Entry>
          ))
        )}
      </Section>
      <OverdueSection {...overview.overdue} />
      <Section title="Audit log" tab="audit">
        <NewestEvents organization={organization} />
      </Section>
      <Section title="Compliance" tab="compliance">
        <ComplianceBars organization={organization} />
      </Section>
    </div>
  )
}

/** Shown only while something is overdue. */
function OverdueSection({ actions, review }: SecurityOverview['overdue']) {
  if (actions.total === 0 && review === null) return null
  const unlisted = actions.total - actions.oldest.length
  return (
    <Section title="Overdue" tab={review === null ? 'incidents' : 'access'}>
      {review && (
        <Entry
          title={
            <Link to="/security" search={{ tab: 'access', review: review.id }} className="hover:underline">
              {review.name}
            </Link>
          }
          side={formatDay(utcDay(new Date(Date.parse(review.due_at) - 1)))}
        >
          Access review, {counted(review.pending, 'item')} undecided
        </Entry>
      )}
      {actions.oldest.map(({ id, title, due_on, incident_id, incident }) => (
        <Entry
          key={id}
          title={
            <Link to="/security" search={{ tab: 'incidents', incident: incident_id }} className="hover:underline">
              {title}
            </Link>
          }
          side={formatDay(due_on)}
        >
          Action of {incident}
        </Entry>
      ))}
      {unlisted > 0 && <EmptyEntry>And {counted(unlisted, 'more action')}.</EmptyEntry>}
    </Section>
  )
}

type LinkedTab = 'access' | 'incidents' | 'audit' | 'compliance'

function Section({ title, tab, children }: { title: string; tab: LinkedTab; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="flex items-baseline justify-between border-rule border-b pb-2">
        <h2 className="font-semibold text-body">{title}</h2>
        <Link to="/security" search={{ tab }} className="text-fact text-small hover:underline">
          Open<span className="sr-only"> {title}</span>
        </Link>
      </div>
      <ul>{children}</ul>
    </section>
  )
}

function Entry({ title, side, children }: { title: ReactNode; side: ReactNode; children: ReactNode }) {
  return (
    <li className="border-rule border-b py-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium text-small">{title}</span>
        <span className="shrink-0 text-small text-soft">{side}</span>
      </div>
      <div className="truncate text-small text-soft">{children}</div>
    </li>
  )
}

const EmptyEntry = ({ children }: { children: ReactNode }) => <li className="py-2 text-small text-soft">{children}</li>

function NewestEvents({ organization }: { organization: string }) {
  const query = useQuery(api.security.listAuditLogs.queryOptions({ input: { organization, page: 1, page_size: 4 } }))
  return (
    <Loaded query={query} failed="The newest events could not be loaded." loading={<SkeletonRows rows={3} />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyEntry>Sign-ins and changes appear here as they happen.</EmptyEntry>
        ) : (
          data.map(({ id, summary, actor_name, created_at, outcome }) => (
            <Entry
              key={id}
              title={<span title={summary}>{summary}</span>}
              side={<span title={formatMoment(created_at)}>{formatAgo(created_at, Date.now())}</span>}
            >
              {outcome !== 'allowed' && <Badge tone="leak">{outcomeLabels[outcome]}</Badge>} {actor_name}
            </Entry>
          ))
        )
      }
    </Loaded>
  )
}
