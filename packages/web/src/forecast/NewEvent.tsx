import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../account/refusal.ts'
import { api } from '../api/client.ts'
import { checkBy } from '../form/check-by.ts'
import { type EventKind, eventKinds, factorOf, kindLabels } from './event-text.ts'

interface NewEventProps {
  currency: string
  onMade(): void
  onCancel(): void
}

/** The form for a known event: its dates and its effect on a day. */
export default function NewEvent({ currency, onMade, onCancel }: NewEventProps) {
  const [kind, setKind] = useState<EventKind>('announced_change')
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['description', 'provider', 'start_date', 'end_date', 'percent', 'daily_amount'],
      schema: () => import('@kept/contract/inputs/costs.ts').then(({ knownEventInput }) => knownEventInput),
      input: (values) => toKnownEvent(kind, currency, values),
      names: { factor: 'percent' },
      missing: { description: 'Enter a description.', start_date: 'Choose the first day.' },
      invalid: {
        percent: 'Enter a percentage from -100 to 9900, such as -20.',
        daily_amount: 'Enter an amount, such as 12.50 or -40.',
      },
      rules({ start_date, end_date, percent, daily_amount }) {
        return {
          ...(end_date !== '' &&
            end_date <= start_date && {
              end_date: 'The end must be after the first day. Leave it empty if the event does not end.',
            }),
          ...(factorOf(percent) === '1' &&
            Number(daily_amount.trim() || '0') === 0 && { percent: 'Enter a percentage, an amount, or both.' }),
        }
      },
    }),
    async send(values) {
      await api.forecasts.addKnownEvent.call(toKnownEvent(kind, currency, values))
      onMade()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} className="my-4 max-w-lg space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Select<EventKind>
        label="Type"
        value={kind}
        options={eventKinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={setKind}
      />
      <Input {...field('description')} label="Description" autoComplete="off" autoFocus />
      <Input
        {...field('provider')}
        label="Provider"
        hint="As written in the bill. Leave empty for the entire organization."
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4">
        <Input {...field('start_date')} label="First day" type="date" />
        <Input
          {...field('end_date')}
          label="First day after the event"
          hint="Leave empty if it does not end."
          type="date"
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Input
          {...field('percent')}
          label="Daily change, %"
          hint="-20 means 20% less."
          inputMode="decimal"
          autoComplete="off"
        />
        <Input
          {...field('daily_amount')}
          label={`Daily amount, ${currency}`}
          hint="Added to each day."
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Save event
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

type EventValues = Record<'description' | 'provider' | 'start_date' | 'end_date' | 'percent' | 'daily_amount', string>

function toKnownEvent(kind: EventKind, currency: string, values: EventValues) {
  const { description, provider, start_date, end_date, percent, daily_amount } = values
  return {
    kind,
    description: description.trim(),
    currency,
    provider: provider.trim() || null,
    start_date,
    end_date: end_date || null,
    // What is no percentage is no factor either, and is refused.
    factor: factorOf(percent) ?? '',
    daily_amount: daily_amount.trim().replace(/^\+/, '') || '0',
  }
}
