import { sentenceOf } from '@kept/client/errors.ts'
import type { ActionApproval, ApprovalSubject } from '@kept/domain/action-approval.ts'
import { approvalPermissions } from '@kept/domain/approval-permissions.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { approvalLabels } from './labels.ts'
import { SlackLinks } from './SlackLinks.tsx'

interface ApprovalsTabProps {
  /** The approval of a link in a message, and its signature. */
  linked: string | undefined
  signature: string | undefined
}

/** Changes that wait for a second person, then the decided ones. */
export default function ApprovalsTab({ linked, signature }: ApprovalsTabProps) {
  const me = useMe()
  const permissions = me.data?.permissions ?? []
  const query = useQuery(api.approvals.list.queryOptions({ input: {} }))
  return (
    <>
      <ApprovalList {...{ query, permissions, linked, signature }} />
      {permissions.includes('recommendations:act') && <SlackLinks />}
    </>
  )
}

type ApprovalListProps = ApprovalsTabProps & {
  permissions: readonly string[]
  query: UseQueryResult<Awaited<ReturnType<typeof api.approvals.list.call>>>
}

function ApprovalList({ query, permissions, linked, signature }: ApprovalListProps) {
  return (
    <Loaded query={query} failed="Approvals could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            level={2}
            title="No approvals"
            description="A change waits here when its policy asks first, or when it saves more than the security policy Approvals allows one person. So do schedules of environments and, where the policy says so, stops of loops."
          />
        ) : (
          <ul className="max-w-4xl divide-y divide-rule">
            {data
              .toSorted((a, b) => Number(b.id === linked) - Number(a.id === linked))
              .map((approval) => (
                <Approval
                  key={approval.id}
                  approval={approval}
                  mayDecide={permissions.includes(approvalPermissions[approval.subject])}
                  signature={approval.id === linked ? signature : undefined}
                />
              ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const subjectLinks: Record<ApprovalSubject, { label: string; hrefOf(id: string): string }> = {
  recommendation: { label: 'Show the recommendation', hrefOf: (id) => `/savings?recommendation=${id}` },
  loop: { label: 'Show the loop', hrefOf: (id) => `/loops?loop=${id}` },
  environment: {
    label: 'Show the environment',
    hrefOf: (id) => `/behavior?tab=environments&environment=${encodeURIComponent(id)}`,
  },
}

interface ApprovalProps {
  approval: ActionApproval & { is_own: boolean }
  mayDecide: boolean
  signature: string | undefined
}

function Approval({ approval, mayDecide, signature }: ApprovalProps) {
  const { state, description, reason, asker_name, monthly_savings, currency, expires_at, created_at } = approval
  return (
    <li className="py-3">
      <p className="text-body">
        <Badge tone={approvalLabels[state].tone}>{approvalLabels[state].label}</Badge>{' '}
        <span className="font-medium">{description}</span>
      </p>
      <p className="mt-1 text-pretty text-small text-soft">
        {asker_name}, {formatMoment(created_at)}.{' '}
        {monthly_savings === null ? 'Savings not estimated.' : `${formatMoney(monthly_savings, currency)} a month.`}{' '}
        {reason}
      </p>
      {state === 'waiting' ? (
        <>
          <p className="mt-1 text-small text-soft">
            Expires {formatMoment(expires_at)}.{' '}
            <a className="text-fact" href={subjectLinks[approval.subject].hrefOf(approval.subject_id)}>
              {subjectLinks[approval.subject].label}
            </a>
          </p>
          {approval.is_own ? (
            <p className="mt-2 text-small text-soft">You asked for it, so another person has to decide.</p>
          ) : (
            mayDecide && <Decide id={approval.id} signature={signature} />
          )}
        </>
      ) : (
        approval.decided_at && (
          <p className="mt-1 text-small text-soft">
            {approval.decided_by || 'Kept'}, {formatMoment(approval.decided_at)}
            {approval.note && `: ${approval.note}`}
          </p>
        )
      )}
    </li>
  )
}

function Decide({ id, signature }: { id: string; signature: string | undefined }) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const decide = useMutation(
    api.approvals.decide.mutationOptions({
      onSuccess: ({ data }) =>
        toasts.show(
          data.failure_reason
            ? { tone: 'error', title: 'Approved, but it failed', body: data.failure_reason }
            : { title: data.state === 'approved' ? 'Approved' : 'Rejected' },
        ),
      onSettled: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: api.approvals.key() }),
          client.invalidateQueries({ queryKey: api.autopilot.key() }),
        ]),
    }),
  )
  const send = (decision: 'approve' | 'reject') =>
    decide.mutate({ id, decision, note, ...(signature && { signature }) })
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      <Input label="Note" value={note} maxLength={500} onChange={({ target }) => setNote(target.value)} />
      <Button tone="primary" isBusy={decide.isPending} onClick={() => send('approve')}>
        Approve
      </Button>
      <Button disabled={decide.isPending} onClick={() => send('reject')}>
        Reject
      </Button>
      {decide.error && (
        <div className="w-full">
          <Notice tone="leak">{sentenceOf(decide.error)}</Notice>
        </div>
      )}
    </div>
  )
}
