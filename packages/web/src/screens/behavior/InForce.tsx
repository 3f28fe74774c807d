import type { ManagedSchedule } from '@kept/domain/managed-schedule.ts'
import { AskFirst } from '@kept/ui/controls/AskFirst.tsx'
import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExceptionForm } from './ExceptionForm.tsx'
import { useScheduleActions } from './useScheduleActions.ts'
import { momentIn } from './zone-time.ts'

const onDemandHours = ['1', '2', '4', '8'] as const
const states: Record<ManagedSchedule['wanted'], { words: string; tone: Tone }> = {
  on: { words: 'on', tone: 'kept' },
  off: { words: 'off', tone: 'plain' },
  unmanaged: { words: 'snoozed', tone: 'watch' },
}
const kindWords = { snooze: 'snoozed', keep_on: 'kept on', keep_off: 'kept off' } as const

/** The schedule in force: what it asks for now, what people asked for instead, and the way back. */
export function InForce({ managed, mayWrite }: { managed: ManagedSchedule; mayWrite: boolean }) {
  const { environment_id: id, schedule, wanted, next_change, exceptions, switches, trouble } = managed
  const zone = schedule.timezone
  const [excepting, setExcepting] = useState(false)
  const [hours, setHours] = useState<(typeof onDemandHours)[number]>('2')
  const { start, removeException, isTakenBack, undo } = useScheduleActions(managed)
  const byKept = managed.switched_by === 'kept'
  return (
    <section aria-label="Schedule in force" className="mb-6">
      <h3 className="mb-2 flex items-center gap-2 border-rule-strong border-b pb-1 text-small font-semibold">
        Schedule in force <Badge tone={states[wanted].tone}>{states[wanted].words}</Badge>
      </h3>
      <p className="text-pretty text-small text-soft">
        {managed.weekly_hours} hours a week, switched on by {managed.applied_by} on {momentIn(managed.applied_at, zone)}
        {byKept ? '; Kept starts and stops it.' : '; set up by hand, so Kept leaves it alone.'}
        {byKept &&
          next_change &&
          ` It is to be ${states[next_change.wanted].words} from ${momentIn(next_change.at, zone)}.`}
      </p>
      {trouble && (
        <div className="mt-2">
          <Notice tone="leak" title="The last try failed; Kept tries again every five minutes.">
            {trouble}
          </Notice>
        </div>
      )}
      <Ledger actions={managed.actions} />
      {mayWrite && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          {byKept && (
            <>
              <div className="w-28">
                <Select<typeof hours>
                  label="Keep it on for"
                  value={hours}
                  options={onDemandHours.map((value) => ({ value, label: counted(Number(value), 'hour') }))}
                  onChange={setHours}
                />
              </div>
              <Button busy={start.isPending} onClick={() => start.mutate({ id, hours: Number(hours) })}>
                Start now
              </Button>
              <Button onClick={() => setExcepting(true)}>Snooze or except</Button>
            </>
          )}
          <AskFirst
            tone="danger"
            label="Take it back"
            title="Take this schedule back?"
            words="Its exceptions go with it, and the environment runs as before Kept switched it. To have it again, switch it on anew."
            act="Take the schedule back"
            busy={undo.isPending}
            onAct={() => undo.mutate({ id })}
          />
        </div>
      )}
      {excepting && <ExceptionForm id={id} onDone={() => setExcepting(false)} />}
      {exceptions.length > 0 && (
        <ul aria-label="Exceptions" className="mt-3 divide-y divide-rule text-small">
          {exceptions
            .filter((one) => !isTakenBack(one.id))
            .map(({ id: exception, kind, from, to, reason, created_by }) => (
              <li key={exception} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
                <span>
                  {kindWords[kind]} from {momentIn(from, zone)} to {momentIn(to, zone)}
                  <span className="text-faint">
                    {' '}
                    by {created_by}
                    {reason && `: ${reason}`}
                  </span>
                </span>
                {mayWrite && (
                  <Button
                    size="small"
                    aria-label={`Take back: ${kindWords[kind]} from ${momentIn(from, zone)}`}
                    onClick={() => removeException(exception, `${kindWords[kind]} from ${momentIn(from, zone)}`)}
                  >
                    Take back
                  </Button>
                )}
              </li>
            ))}
        </ul>
      )}
      {switches.length > 0 && (
        <details className="mt-3 text-small">
          <summary className="cursor-pointer text-soft hover:text-ink">What was done</summary>
          <ul className="mt-1 space-y-0.5">
            {switches.map(({ at, words, done }) => (
              <li key={`${at} ${words}`} className={done ? undefined : 'text-leak'}>
                <span className="figure text-faint">{momentIn(at, zone)}</span> {words}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const ledgerWords = {
  waiting: 'waits for the bill to show it',
  counting: 'counts in the ledger of savings',
  refused: 'cannot be counted',
  withdrawn: 'was withdrawn',
} as const

function Ledger({ actions }: Pick<ManagedSchedule, 'actions'>) {
  if (actions.length === 0) return null
  const [first] = actions
  const same = actions.every(({ state }) => state === first?.state)
  const words = same && first ? ledgerWords[first.state] : actions.map(({ state }) => ledgerWords[state]).join(', ')
  return (
    <p className="mt-1 text-pretty text-small text-soft">
      What it saves {words}
      {first?.reason && same ? `: ${first.reason}` : '.'}{' '}
      <Link to="/savings" className="underline underline-offset-2 hover:text-ink">
        See the ledger
      </Link>
    </p>
  )
}
