import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../account/refusal.ts'
import { api } from '../api/client.ts'
import { type EventKind, eventKinds, factorOf, kindWords } from './event-words.ts'

interface NewEventProps {
  currency: string
  onMade(): void
  onCancel(): void
}

const decimal = /^[+-]?\d+(\.\d+)?$/

/** What is known, from when to when, and what it does to a day. */
export default function NewEvent({ currency, onMade, onCancel }: NewEventProps) {
  const [kind, setKind] = useState<EventKind>('announced_change')
  const { form, field, failure, busy } = useForm({
    fields: ['words', 'provider', 'from_day', 'to_day', 'percent', 'daily_amount'],
    check({ words, from_day, to_day, percent, daily_amount }) {
      const mistakes: Partial<Record<'words' | 'from_day' | 'to_day' | 'percent' | 'daily_amount', string>> = {}
      if (words.trim() === '') mistakes.words = 'Say what it is, so that others know.'
      if (from_day === '') mistakes.from_day = 'Choose the first day.'
      if (to_day !== '' && to_day <= from_day)
        mistakes.to_day = 'It must come after the first day; leave it empty for good.'
      const factor = factorOf(percent)
      if (factor === undefined) mistakes.percent = 'Type a number of percent from -100 to 9900, such as -20.'
      const amount = daily_amount.trim()
      if (amount !== '' && !decimal.test(amount)) mistakes.daily_amount = 'Type an amount such as 12.50 or -40.'
      if (factor === '1' && Number(amount || '0') === 0)
        mistakes.percent ??= 'Say what changes: percent, an amount, or both.'
      return mistakes
    },
    async send({ words, provider, from_day, to_day, percent, daily_amount }) {
      await api.forecasts.addKnownEvent.call({
        kind,
        words: words.trim(),
        currency,
        provider: provider.trim() || null,
        from_day,
        to_day: to_day || null,
        factor: factorOf(percent) ?? '1',
        daily_amount: daily_amount.trim().replace(/^\+/, '') || '0',
      })
      onMade()
    },
    explain: explainFor({}),
  })
  return (
    <form {...form} className="my-4 max-w-lg space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Select<EventKind>
        label="Kind"
        value={kind}
        options={eventKinds.map((value) => ({ value, label: kindWords[value] }))}
        onChange={setKind}
      />
      <Input {...field('words')} label="What is known" maxLength={200} autoComplete="off" autoFocus />
      <Input
        {...field('provider')}
        label="Provider"
        hint="As it stands in the bill; empty for the whole organisation."
        maxLength={200}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4">
        <Input {...field('from_day')} label="First day" type="date" />
        <Input {...field('to_day')} label="First day after it" hint="Empty: for good." type="date" />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Input
          {...field('percent')}
          label="Percent a day"
          hint="-20 is a fifth less."
          inputMode="decimal"
          autoComplete="off"
        />
        <Input
          {...field('daily_amount')}
          label={`${currency} a day`}
          hint="On top."
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy}>
          Add the event
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
