import type { Finding, FindingStatus, Recommendation } from '@kept/domain/finding.ts'
import { mayMove } from '@kept/domain/finding-life.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'
import type { OneResource } from './resource-list.ts'

const statusWords: Record<FindingStatus, string> = {
  open: 'open',
  accepted: 'accepted',
  done: 'done, the next bills will show it',
  verifying: 'gone from the data, being watched',
  verified: 'verified',
  regressed: 'came back',
  dismissed: 'dismissed',
  gone: 'no longer seen',
}

/** Everything the rules found on it, where each stands, and the next step. */
export function ResourceFindings({ one }: { one: OneResource }) {
  const query = useQuery(api.resources.findings.queryOptions({ input: one }))
  return (
    <Section title="What the rules found">
      <Loaded query={query} failed="Findings could not be loaded." loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-small text-soft">No rule ever found waste in this resource.</p>
          ) : (
            <ul className="divide-y divide-rule">
              {data.map((finding) => (
                <FindingRow key={finding.id} finding={finding} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function FindingRow({ finding }: { finding: Recommendation }) {
  const client = useQueryClient()
  const told = {
    onSuccess: ({ data }: { data: Finding }) => {
      toasts.show({ title: `Finding is ${statusWords[data.status]}`, body: data.title })
      return Promise.all([
        client.invalidateQueries({ queryKey: api.resources.key() }),
        client.invalidateQueries({ queryKey: api.costOptimization.key() }),
      ])
    },
  }
  const accept = useMutation(api.costOptimization.accept.mutationOptions(told))
  const done = useMutation(api.costOptimization.done.mutationOptions(told))
  const reopen = useMutation(api.costOptimization.reopen.mutationOptions(told))
  const mayWrite = useMe().data?.permissions.includes('findings:write') ?? false
  const { id, status } = finding
  return (
    <li className="py-2 text-small">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <TextLink to="/savings" search={{ finding: id }}>
          {finding.title}
        </TextLink>
        <EstimateRange finding={finding} />
      </div>
      <p className="mt-0.5 max-w-prose text-soft">{finding.summary}</p>
      {finding.alternatives.map((alternative) => (
        <p key={alternative.id} className="mt-0.5 text-soft">
          Or:{' '}
          <TextLink to="/savings" search={{ finding: alternative.id }}>
            {alternative.title}
          </TextLink>
        </p>
      ))}
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <span className="text-soft">
          {statusWords[status]}
          {finding.owner && `, ${finding.owner}`}
          {finding.due_on && `, until ${finding.due_on}`}
        </span>
        {mayWrite && status !== 'accepted' && mayMove(status, 'accept') && (
          <Button size="small" onClick={() => accept.mutate({ id })} disabled={accept.isPending}>
            Accept
          </Button>
        )}
        {mayWrite && mayMove(status, 'done') && (
          <Button size="small" onClick={() => done.mutate({ id })} disabled={done.isPending}>
            It is done
          </Button>
        )}
        {mayWrite && mayMove(status, 'reopen') && (
          <Button size="small" onClick={() => reopen.mutate({ id })} disabled={reopen.isPending}>
            Open again
          </Button>
        )}
      </div>
    </li>
  )
}
