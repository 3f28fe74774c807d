import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { AlertRule } from '@kept/domain/alert.ts'
import {
  type AlertKind,
  type AlertSeverity,
  alertKindNames,
  alertKinds,
  alertSeverities,
} from '@kept/domain/alert-words.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { Group } from '../../alerts/Group.tsx'
import { severityWords } from '../../alerts/severity-words.ts'
import { api } from '../../api/client.ts'
import { FilterFields, type FilterText } from './FilterFields.tsx'
import { WouldTell } from './WouldTell.tsx'
import { listOf } from './words.ts'

interface RuleFormProps {
  rule: AlertRule | undefined
  channels: readonly AlertChannel[]
  onSaved(): Promise<unknown>
  onCancel(): void
}

const severities = alertSeverities.map((value) => ({ value, label: severityWords[value] }))
const toggled = <One,>(list: readonly One[], one: One, on: boolean) =>
  on ? [...list, one] : list.filter((other) => other !== one)

/** What is told, from when on, of what, and through which channels. */
export function RuleForm({ rule, channels, onSaved, onCancel }: RuleFormProps) {
  const [kinds, setKinds] = useState<readonly AlertKind[]>(
    rule?.kinds ?? ['anomaly', 'metric_anomaly', 'budget', 'loop'],
  )
  const [severity, setSeverity] = useState<AlertSeverity>(rule?.min_severity ?? 'medium')
  const [amount, setAmount] = useState(rule?.min_amount ?? { amount: '', currency: 'USD' })
  const [filters, setFilters] = useState<readonly FilterText[]>(
    rule?.filters.map(({ label, values }) => ({ label, text: values.join(', ') })) ?? [],
  )
  const [chosen, setChosen] = useState<readonly string[]>(rule?.channels ?? channels.map(({ id }) => id))
  const wishes = {
    kinds: [...kinds],
    min_severity: severity,
    min_amount: amount.amount.trim() === '' ? null : { amount: amount.amount.trim(), currency: amount.currency.trim() },
    filters: filters.flatMap(({ label, text }) => (listOf(text).length > 0 ? [{ label, values: listOf(text) }] : [])),
  }
  const wrongAmount = wishes.min_amount !== null && !/^\d+(\.\d+)?$/.test(wishes.min_amount.amount)
  const ready = kinds.length > 0 && !wrongAmount && (wishes.min_amount === null || wishes.min_amount.currency !== '')
  const { form, field, failure, busy } = useForm({
    fields: ['name', 'owners'],
    check: ({ name }) => (name.trim() === '' ? { name: 'Give it a name.' } : {}),
    async send({ name, owners }) {
      const words = { name: name.trim(), owners: listOf(owners), channels: [...chosen], ...wishes }
      if (rule) await api.alerts.changeRule.call({ id: rule.id, ...words })
      else await api.alerts.addRule.call(words)
      await onSaved()
      toasts.show({ title: `${name.trim()} saved` })
    },
    explain: explainFor({ name: 'name', owners: 'owners', 'owners.0': 'owners' }),
  })
  return (
    <form {...form} className="mb-8 max-w-2xl space-y-5 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" defaultValue={rule?.name} maxLength={120} autoComplete="off" autoFocus />
      <Group label="What is told of">
        {alertKindNames.map((kind) => (
          <Checkbox key={kind} checked={kinds.includes(kind)} onChange={(on) => setKinds(toggled(kinds, kind, on))}>
            {alertKinds[kind].label}
          </Checkbox>
        ))}
        {kinds.length === 0 && <p className="text-leak text-small">Choose at least one.</p>}
      </Group>
      <div className="grid gap-4 sm:grid-cols-3">
        <Select<AlertSeverity>
          label="From severity"
          value={severity}
          options={severities}
          onChange={setSeverity}
          hint={kinds.includes('finding') ? 'Findings have none; their amount tells.' : undefined}
        />
        <Input
          label="From amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount.amount}
          onChange={(event) => setAmount({ ...amount, amount: event.target.value })}
          error={wrongAmount ? 'Type an amount such as 100 or 99.50.' : undefined}
          hint="Left empty: any."
        />
        <Input
          label="Currency"
          autoComplete="off"
          maxLength={40}
          value={amount.currency}
          onChange={(event) => setAmount({ ...amount, currency: event.target.value })}
          hint="What is in another is told anyway."
        />
      </div>
      <FilterFields filters={filters} onChange={setFilters} />
      <Group label="Through">
        {channels.map(({ id, name, enabled }) => (
          <Checkbox key={id} checked={chosen.includes(id)} onChange={(on) => setChosen(toggled(chosen, id, on))}>
            {name}
            {!enabled && ' (turned off)'}
          </Checkbox>
        ))}
        {channels.length === 0 && <p className="text-small text-soft">No channel yet; one can be chosen later.</p>}
      </Group>
      <Input
        {...field('owners')}
        label="Owners"
        hint="Addresses of members, with commas between them. They are named in each message, and written to where a channel says so."
        defaultValue={rule?.owners.join(', ')}
        autoComplete="off"
      />
      {ready && <WouldTell wishes={wishes} />}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy} disabled={!ready}>
          Save the rule
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
