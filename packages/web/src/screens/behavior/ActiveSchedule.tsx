import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExceptionForm } from './ExceptionForm.tsx'
import { momentIn } from './team-time.ts'
import { useScheduleActions } from './useScheduleActions.ts'

const onDemandHours = ['1', '2', '4', '8'] as const
const states: Record<ManagedSchedule['desired_state'], { label: string; tone: Tone }> = {
  on: { label: 'on', tone: 'kept' },
  off: { label: 'off', tone: 'plain' },
  unmanaged: { label: 'snoozed', tone: 'watch' },
}
const kindLabels = { snooze: 'snoozed', keep_on: 'kept on', keep_off: 'kept off' } as const

/** The active schedule: the current desired state, its exceptions, and how to deactivate it. */
export function ActiveSchedule({ managed, mayWrite }: { managed: ManagedSchedule; mayWrite: boolean }) {
  const {
    environment_id: id,
    schedule,
    desired_state: desiredState,
    next_change,
    exceptions,
    switches,
    failure_reason: failureReason,
  } = managed
  const timeZone = schedule.time_zone
  const [excepting, setExcepting] = useState(false)
  const [hours, setHours] = useState<(typeof onDemandHours)[number]>('2')
  const { start, removeException, isTakenBack, undo } = useScheduleActions(managed)
  const switchedByKept = managed.switched_by === 'kept'
  return (
    <section aria-label="Active schedule" className="mb-6">
      <h3 className="mb-2 flex items-center gap-2 border-rule-strong border-b pb-1 text-small font-semibold">
        Active schedule <Badge tone={states[desiredState].tone}>{states[desiredState].label}</Badge>
      </h3>
      <p className="text-pretty text-small text-soft">
        {managed.weekly_hours} hours a week, applied by {managed.applied_by} on {momentIn(managed.applied_at, timeZone)}
        {switchedByKept ? '. Kept starts and stops it.' : '. Managed outside Kept.'}
        {switchedByKept &&
          next_change &&
          ` Next: ${states[next_change.desired_state].label} from ${momentIn(next_change.at, timeZone)}.`}
      </p>
      {failureReason && (
        <div className="mt-2">
          <Notice tone="leak" title="The last attempt failed. Retrying every five minutes.">
            {failureReason}
          </Notice>
        </div>
      )}
      <Ledger actions={managed.actions} />
      {mayWrite && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          {switchedByKept && (
            <>
              <div className="w-28">
                <Select<typeof hours>
                  label="Keep on for"
                  value={hours}
                  options={onDemandHours.map((value) => ({ value, label: counted(Number(value), 'hour') }))}
                  onChange={setHours}
                />
              </div>
              <Button isBusy={start.isPending} onClick={() => start.mutate({ id, hours: Number(hours) })}>
                Start now
              </Button>
              <Button onClick={() => setExcepting(true)}>Add exception</Button>
            </>
          )}
          <ConfirmButton
            tone="danger"
            label="Remove schedule"
            title="Remove this schedule?"
            description="Its exceptions are removed too. The environment returns to its previous state. You can apply the schedule again."
            act="Remove schedule"
            isBusy={undo.isPending}
            onAct={() => undo.mutate({ id })}
          />
        </div>
      )}
      {excepting && <ExceptionForm id={id} onDone={() => setExcepting(false)} />}
      {exceptions.length > 0 && (
        <ul aria-label="Exceptions" className="mt-3 divide-y divide-rule text-small">
          {exceptions
            .filter((exception) => !isTakenBack(exception.id))
            .map(({ id: exception, kind, start_time: from, end_time: to, reason, created_by }) => (
              <li key={exception} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
                <span>
                  {kindLabels[kind]} from {momentIn(from, timeZone)} to {momentIn(to, timeZone)}
                  <span className="text-faint">
                    {' '}
                    by {created_by}
                    {reason && `: ${reason}`}
                  </span>
                </span>
                {mayWrite && (
                  <Button
                    size="small"
                    aria-label={`Remove: ${kindLabels[kind]} from ${momentIn(from, timeZone)}`}
                    onClick={() => removeException(exception, `${kindLabels[kind]} from ${momentIn(from, timeZone)}`)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
        </ul>
      )}
      {switches.length > 0 && (
        <details className="mt-3 text-small">
          <summary className="cursor-pointer text-soft hover:text-ink">History</summary>
          <ul className="mt-1 space-y-0.5">
            {switches.map(({ at, message, done }) => (
              <li key={`${at} ${message}`} className={done ? undefined : 'text-leak'}>
                <span className="figure text-faint">{momentIn(at, timeZone)}</span> {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const ledgerLabels = {
  waiting: 'waiting for the bill',
  counting: 'counted in the ledger',
  refused: 'not counted',
  withdrawn: 'withdrawn',
} as const

function Ledger({ actions }: Pick<ManagedSchedule, 'actions'>) {
  if (actions.length === 0) return null
  const [first] = actions
  const isSame = actions.every(({ state }) => state === first?.state)
  const label = isSame && first ? ledgerLabels[first.state] : actions.map(({ state }) => ledgerLabels[state]).join(', ')
  return (
    <p className="mt-1 text-pretty text-small text-soft">
      Savings: {label}
      {first?.reason && isSame ? `: ${first.reason}` : '.'}{' '}
      <Link to="/savings" className="underline underline-offset-2 hover:text-ink">
        View ledger
      </Link>
    </p>
  )
}
