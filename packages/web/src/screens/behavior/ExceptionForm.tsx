import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { fromBox, ownZone, toBox } from './team-time.ts'

const kinds = [
  { value: 'snooze', label: 'Snooze', description: 'Kept does not start or stop it' },
  { value: 'keep_on', label: 'Keep it on', description: 'It runs outside its schedule' },
  { value: 'keep_off', label: 'Keep it off', description: 'It stays off, for example on a holiday' },
] as const

/** Otherwise for a while: from when to when, and why. */
export function ExceptionForm({ id, onDone }: { id: string; onDone(): void }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('snooze')
  const [now] = useState(() => Date.now())
  const toException = ({ from, to, reason }: Values<'from' | 'to' | 'reason'>) => ({
    id,
    kind,
    reason,
    start_time: fromBox(from) ?? '',
    end_time: fromBox(to) ?? '',
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['from', 'to', 'reason'],
      schema: () =>
        import('@kept/contract/inputs/behavior.ts').then(({ scheduleExceptionInput }) => scheduleExceptionInput),
      input: toException,
      names: { start_time: 'from', end_time: 'to' },
      invalid: { from: 'Enter a start.', to: 'Enter an end.' },
      rules({ from, to }) {
        const [start, end] = [fromBox(from), fromBox(to)]
        return start && end && end <= start ? { to: 'The end must be after the start.' } : {}
      },
    }),
    async send(values) {
      const { data } = await api.behaviorSchedules.addException.call(toException(values))
      if (data.approval) toasts.show({ title: 'Approval asked for', body: data.approval.reason })
      await client.invalidateQueries({ queryKey: api.developerBehavior.key() })
      onDone()
    },
    explain: explainFor({ from: 'from', to: 'to', reason: 'reason' }),
  })
  return (
    <form {...form} aria-label="Exception" className="mt-3 space-y-3 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <div className="w-56">
        <Select<typeof kind> label="What" value={kind} options={kinds} onChange={setKind} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Input {...field('from')} type="datetime-local" label="From" defaultValue={toBox(new Date(now))} />
        <Input {...field('to')} type="datetime-local" label="Until" defaultValue={toBox(new Date(now + dayMs))} />
      </div>
      <p className="text-micro text-faint">Your time zone ({ownZone()}).</p>
      <Input {...field('reason')} label="Why" autoComplete="off" />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Save exception
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
