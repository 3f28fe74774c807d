import { sentenceOf } from '@kept/client/errors.ts'
import type { Optimized } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Scripts } from './Scripts.tsx'
import { momentIn } from './team-time.ts'

interface ActivateScheduleProps {
  optimization: Optimized
  hours: number | undefined
  mayWrite: boolean
}

/** Activates the selected schedule: after a dry run by Kept, or by hand where Kept has read access only. */
export function ActivateSchedule({ optimization, hours, mayWrite }: ActivateScheduleProps) {
  const { access, environment, managed, recommendation, if_applied: next } = optimization
  const [asking, setAsking] = useState<'kept' | 'by_hand' | null>(null)
  if (!recommendation || !next) return null
  const name = environment.environment_name || environment.environment_id
  const verb = managed ? 'Update schedule' : 'Apply schedule'
  return (
    <section aria-label="Apply schedule" className="mt-6">
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{verb}</h3>
      {access.by_kept ? (
        <p className="text-pretty text-small text-soft">
          Kept starts and stops the environment on this schedule and records every change. Savings count when they
          appear on the bill. You can remove the schedule at any time.
        </p>
      ) : (
        <p className="text-pretty text-small text-soft">
          Kept can't automate this environment: {access.skip_reasons} Apply the schedule with one of the templates
          below, then confirm here. Savings count when they appear on the bill.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {access.by_kept && (
          <Button tone="primary" disabled={!mayWrite} onClick={() => setAsking('kept')}>
            {verb}
          </Button>
        )}
        <Button disabled={!mayWrite} onClick={() => setAsking('by_hand')}>
          I applied it myself
        </Button>
      </div>
      {!mayWrite && <p className="mt-1 text-micro text-faint">Your role can view schedules but not apply them.</p>}
      {access.scripts.length > 0 && <Scripts scripts={access.scripts} />}
      {asking && (
        <Confirm
          id={environment.environment_id}
          name={name}
          hours={hours}
          timeZone={recommendation.schedule.time_zone}
          next={next}
          method={asking}
          approvalReason={optimization.approval_reason}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

interface ConfirmProps {
  id: string
  name: string
  hours: number | undefined
  timeZone: string
  next: NonNullable<Optimized['if_applied']>
  method: 'kept' | 'by_hand'
  /** Why a second person has to approve; empty where no one has to. */
  approvalReason: string
  onClose(): void
}

function Confirm({ id, name, hours, timeZone, next, method, approvalReason, onClose }: ConfirmProps) {
  const client = useQueryClient()
  const choice = { id, ...(hours === undefined ? {} : { weekly_hours: hours }) }
  const plan = useQuery({
    ...api.developerBehavior.optimize.queryOptions({ input: { ...choice, plan: true } }),
    enabled: method === 'kept',
    // What a cloud was a while ago is no dry run.
    staleTime: 0,
    retry: false,
  })
  const apply = useMutation(
    api.developerBehavior.optimize.mutationOptions({
      async onSuccess({ data }) {
        await Promise.all(
          [api.developerBehavior, api.behaviorSchedules, api.savings].map((group) =>
            client.invalidateQueries({ queryKey: group.key() }),
          ),
        )
        onClose()
        toasts.show(
          method === 'kept' && data.approval
            ? { title: 'Approval asked for', body: data.approval.reason }
            : {
                title: `Schedule applied to ${name}`,
                body: data.managed?.failure_reason || 'You can remove it at any time.',
              },
        )
      },
    }),
  )
  const ready = method === 'by_hand' || plan.isSuccess
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={method === 'kept' ? `Apply the schedule to ${name}` : `Schedule recorded for ${name}`}
      description={method === 'kept' ? describeNow(next, timeZone) : 'Savings count when they appear on the bill.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={apply.isPending}
            disabled={!ready}
            onClick={() => apply.mutate({ ...choice, apply: method })}
          >
            {method === 'by_hand' ? 'Confirm' : approvalReason ? 'Ask for approval' : 'Apply schedule'}
          </Button>
        </>
      }
    >
      {apply.isError && <ErrorPanel title="The schedule was not applied" message={sentenceOf(apply.error)} />}
      {method === 'kept' && plan.isPending && <SkeletonRows rows={3} />}
      {method === 'kept' && plan.isError && (
        <ErrorPanel title="The dry run failed" message={sentenceOf(plan.error)} onRetry={() => void plan.refetch()} />
      )}
      {approvalReason && method === 'kept' && <p className="mb-3 text-pretty text-small text-soft">{approvalReason}</p>}
      {plan.data && method === 'kept' && (
        <ul className="space-y-3 text-small">
          {plan.data.data.plan.map(({ resource, description, undo_description, requests, permissions }) => (
            <li key={resource}>
              <p className="font-medium">{resource}</p>
              <p className="text-soft">
                {description} {undo_description}
              </p>
              {requests.map(({ method, url }) => (
                <code key={`${method} ${url}`} className="block break-all font-mono text-micro">
                  {method} {url}
                </code>
              ))}
              {permissions.length > 0 && <p className="text-micro text-faint">Needs {permissions.join(', ')}.</p>}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function describeNow({ desired_state: desiredState, next_change }: ConfirmProps['next'], timeZone: string): string {
  const now = desiredState === 'off' ? 'It is outside the schedule, so it stops now.' : 'It stays on for now.'
  if (!next_change) return now
  const verb = next_change.desired_state === 'on' ? 'started' : 'stopped'
  return `${now} Next: ${verb} on ${momentIn(next_change.at, timeZone)}.`
}
