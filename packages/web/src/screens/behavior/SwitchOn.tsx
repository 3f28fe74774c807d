import { sentenceOf } from '@kept/client/errors.ts'
import type { Optimized } from '@kept/contract/routes/developer-behavior.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { ErrorPanel } from '@kept/ui/controls/ErrorPanel.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Scripts } from './Scripts.tsx'
import { momentIn } from './zone-time.ts'

interface SwitchOnProps {
  found: Optimized
  hours: number | undefined
  mayWrite: boolean
}

/** From the chosen schedule to one in force: after a dry run by Kept, or by hand where it may only read. */
export function SwitchOn({ found, hours, mayWrite }: SwitchOnProps) {
  const { access, environment, managed, recommendation, if_applied: next } = found
  const [asking, setAsking] = useState<'kept' | 'by_hand' | null>(null)
  if (!recommendation || !next) return null
  const name = environment.environment_name || environment.environment_id
  const verb = managed ? 'Change to this schedule' : 'Switch it on'
  return (
    <section aria-label="Switch it on" className="mt-6">
      <h3 className="mb-2 border-rule-strong border-b pb-1 text-small font-semibold">{verb}</h3>
      {access.by_kept ? (
        <p className="text-pretty text-small text-soft">
          Kept starts and stops it by these hours, notes every time it did, and puts it back as it was when you take the
          schedule back. The saving is counted once the bill shows it.
        </p>
      ) : (
        <p className="text-pretty text-small text-soft">
          Kept cannot switch it itself: {access.why_not} Set the hours with one of the texts below, then say so here, so
          that the saving is counted once the bill shows it.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {access.by_kept && (
          <Button tone="primary" disabled={!mayWrite} onClick={() => setAsking('kept')}>
            {verb}
          </Button>
        )}
        <Button disabled={!mayWrite} onClick={() => setAsking('by_hand')}>
          I have set it up by hand
        </Button>
      </div>
      {!mayWrite && <p className="mt-1 text-micro text-faint">Your role may look at schedules, not switch them on.</p>}
      {access.scripts.length > 0 && <Scripts scripts={access.scripts} />}
      {asking && (
        <Confirm
          id={environment.environment_id}
          name={name}
          hours={hours}
          zone={recommendation.schedule.timezone}
          next={next}
          by={asking}
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
  zone: string
  next: NonNullable<Optimized['if_applied']>
  by: 'kept' | 'by_hand'
  onClose(): void
}

function Confirm({ id, name, hours, zone, next, by, onClose }: ConfirmProps) {
  const client = useQueryClient()
  const choice = { id, ...(hours === undefined ? {} : { weekly_hours: hours }) }
  const plan = useQuery({
    ...api.developerBehavior.optimize.queryOptions({ input: { ...choice, plan: true } }),
    enabled: by === 'kept',
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
        toasts.show({
          title: `The schedule of ${name} is in force`,
          body: data.managed?.trouble || 'It can be taken back at any time.',
        })
      },
    }),
  )
  const ready = by === 'by_hand' || plan.isSuccess
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={by === 'kept' ? `Switch on the schedule of ${name}` : `The schedule of ${name} is set up`}
      words={
        by === 'kept' ? nowWords(next, zone) : 'Kept leaves it alone, and counts what it saves once the bill shows it.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            busy={apply.isPending}
            disabled={!ready}
            onClick={() => apply.mutate({ ...choice, apply: by })}
          >
            {by === 'kept' ? 'Switch it on' : 'Yes, it is set up'}
          </Button>
        </>
      }
    >
      {apply.isError && <ErrorPanel title="It was not switched on" message={sentenceOf(apply.error)} />}
      {by === 'kept' && plan.isPending && <SkeletonRows rows={3} />}
      {by === 'kept' && plan.isError && (
        <ErrorPanel title="The dry run failed" message={sentenceOf(plan.error)} onRetry={() => void plan.refetch()} />
      )}
      {plan.data && by === 'kept' && (
        <ul className="space-y-3 text-small">
          {plan.data.data.plan.map(({ resource, words, undo_words, requests, permissions }) => (
            <li key={resource}>
              <p className="font-medium">{resource}</p>
              <p className="text-soft">
                {words} {undo_words}
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

function nowWords({ wanted, next_change }: ConfirmProps['next'], zone: string): string {
  const now = wanted === 'off' ? 'It is outside its hours: it is stopped at once.' : 'It stays on for now.'
  if (!next_change) return now
  const verb = next_change.wanted === 'on' ? 'started' : 'stopped'
  return `${now} It is ${verb} on ${momentIn(next_change.at, zone)}.`
}
