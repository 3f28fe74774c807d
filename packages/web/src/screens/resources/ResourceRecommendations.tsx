import type { Recommendation, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Dismiss } from '../../savings/Dismiss.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Snooze } from '../../savings/Snooze.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'
import { CreateTicket } from '../../ticket/CreateTicket.tsx'
import { serverUrl } from '../../url/base-path.ts'
import type { ResourceRef } from './resource-list.ts'

const statusLabels: Record<RecommendationStatus, string> = {
  open: 'Open',
  accepted: 'Accepted',
  done: 'Done',
  verifying: 'Verifying',
  verified: 'Resolved',
  regressed: 'Reopened',
  dismissed: 'Dismissed',
  snoozed: 'Snoozed',
  gone: 'No longer detected',
}

/** The recommendations of a resource with their status and actions. */
export function ResourceRecommendations({ resourceRef }: { resourceRef: ResourceRef }) {
  const query = useQuery(api.resources.recommendations.queryOptions({ input: resourceRef }))
  return (
    <Section title="Recommendations">
      <Loaded query={query} failed="Recommendations could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-small text-soft">No recommendations for this resource.</p>
          ) : (
            <ul className="divide-y divide-rule">
              {data.map((recommendation) => (
                <RecommendationRow key={recommendation.id} recommendation={recommendation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function RecommendationRow({ recommendation }: { recommendation: RecommendationWithAlternatives }) {
  const client = useQueryClient()
  const mutationOptions = {
    onSuccess: ({ data }: { data: Recommendation }) => {
      toasts.show({ title: `Recommendation: ${statusLabels[data.status]}`, body: data.title })
      return Promise.all([
        client.invalidateQueries({ queryKey: api.resources.key() }),
        client.invalidateQueries({ queryKey: api.costOptimization.key() }),
      ])
    },
  }
  const accept = useMutation(api.costOptimization.accept.mutationOptions(mutationOptions))
  const done = useMutation(api.costOptimization.done.mutationOptions(mutationOptions))
  const reopen = useMutation(api.costOptimization.reopen.mutationOptions(mutationOptions))
  const [asking, setAsking] = useState<'snooze' | 'dismiss' | null>(null)
  const mayWrite = useMe().data?.permissions.includes('recommendations:write') ?? false
  const { id, status } = recommendation
  return (
    <li className="py-2 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <TextLink to="/savings" search={{ recommendation: id }}>
          {recommendation.title}
        </TextLink>
        <EstimateRange recommendation={recommendation} />
      </div>
      <p className="mt-0.5 max-w-prose text-soft">{recommendation.summary}</p>
      {recommendation.alternatives.map((alternative) => (
        <p key={alternative.id} className="mt-0.5 text-soft">
          Or:{' '}
          <TextLink to="/savings" search={{ recommendation: alternative.id }}>
            {alternative.title}
          </TextLink>
        </p>
      ))}
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <span className="text-soft">
          {statusLabels[status]}
          {recommendation.owner && `, ${recommendation.owner}`}
          {recommendation.due_on && `, due ${formatDay(recommendation.due_on)}`}
          {status === 'snoozed' &&
            recommendation.dismissed_until &&
            ` until ${formatDay(recommendation.dismissed_until)}`}
        </span>
        {mayWrite && status !== 'accepted' && mayMove(status, 'accept') && (
          <Button size="small" onClick={() => accept.mutate({ id })} disabled={accept.isPending}>
            Accept
          </Button>
        )}
        {mayWrite && mayMove(status, 'done') && (
          <Button size="small" onClick={() => done.mutate({ id })} disabled={done.isPending}>
            Mark as done
          </Button>
        )}
        {mayWrite && status !== 'snoozed' && mayMove(status, 'snooze') && (
          <Button size="small" onClick={() => setAsking('snooze')}>
            Snooze
          </Button>
        )}
        {mayWrite && status !== 'dismissed' && mayMove(status, 'dismiss') && (
          <Button size="small" onClick={() => setAsking('dismiss')}>
            Dismiss
          </Button>
        )}
        <CreateTicket
          size="small"
          subject={{ kind: 'recommendation', id }}
          load={async () =>
            (await import('../../ticket/ticket-text.ts')).ticketOfRecommendation(
              recommendation,
              serverUrl(`/savings?recommendation=${id}`).href,
            )
          }
        />
        {mayWrite && mayMove(status, 'reopen') && (
          <Button size="small" onClick={() => reopen.mutate({ id })} disabled={reopen.isPending}>
            Reopen
          </Button>
        )}
      </div>
      {asking === 'snooze' && <Snooze recommendations={[recommendation]} onClose={() => setAsking(null)} />}
      {asking === 'dismiss' && <Dismiss recommendations={[recommendation]} onClose={() => setAsking(null)} />}
    </li>
  )
}
