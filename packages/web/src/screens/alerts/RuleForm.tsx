import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { AlertRule } from '@kept/domain/alert.ts'
import { type AlertKind, type AlertSeverity, alertSeverities } from '@kept/domain/alert-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { AlertKindFields } from '../../alerts/AlertKindFields.tsx'
import { Group } from '../../alerts/Group.tsx'
import { severityLabels } from '../../alerts/severity-labels.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { listOf } from './alert-text.ts'
import { FilterFields, type FilterText } from './FilterFields.tsx'
import { RulePreview } from './RulePreview.tsx'

interface RuleFormProps {
  rule: AlertRule | undefined
  channels: readonly AlertChannel[]
  onSaved(): Promise<unknown>
  onCancel(): void
}

const severities = alertSeverities.map((value) => ({ value, label: severityLabels[value] }))
const toggled = <Item,>(list: readonly Item[], item: Item, selected: boolean) =>
  selected ? [...list, item] : list.filter((other) => other !== item)

/** The form of an alert rule: event types, minimums, filters, channels, and owners. */
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
  const conditions = {
    kinds: [...kinds],
    min_severity: severity,
    min_amount: amount.amount.trim() === '' ? null : { amount: amount.amount.trim(), currency: amount.currency.trim() },
    filters: filters.flatMap(({ label, text }) => (listOf(text).length > 0 ? [{ label, values: listOf(text) }] : [])),
  }
  const wrongAmount = conditions.min_amount !== null && !/^\d+(\.\d+)?$/.test(conditions.min_amount.amount)
  const ready =
    kinds.length > 0 && !wrongAmount && (conditions.min_amount === null || conditions.min_amount.currency !== '')
  const toRule = ({ name, owners }: Values<'name' | 'owners'>) => ({
    name: name.trim(),
    owners: listOf(owners),
    channels: [...chosen],
    ...conditions,
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['name', 'owners'],
      schema: () => import('@kept/contract/inputs/alerts.ts').then(({ newRuleInput }) => newRuleInput),
      input: toRule,
      missing: { name: 'Enter a name.' },
    }),
    async send(values) {
      const input = toRule(values)
      if (rule) await api.alerts.changeRule.call({ id: rule.id, ...input })
      else await api.alerts.addRule.call(input)
      await onSaved()
      toasts.show({ title: `${input.name} saved` })
    },
    explain: explainFor({ name: 'name', owners: 'owners', 'owners.0': 'owners' }),
  })
  return (
    <form {...form} className="mb-8 max-w-2xl space-y-5 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" defaultValue={rule?.name} autoComplete="off" autoFocus />
      <AlertKindFields label="Notify about" kinds={kinds} onChange={setKinds} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Select<AlertSeverity>
          label="Minimum severity"
          value={severity}
          options={severities}
          onChange={setSeverity}
          hint={kinds.includes('recommendation') ? 'Recommendations have no severity. Use the amount.' : undefined}
        />
        <Input
          label="Minimum amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount.amount}
          onChange={(event) => setAmount({ ...amount, amount: event.target.value })}
          error={wrongAmount ? 'Enter an amount, such as 100 or 99.50.' : undefined}
          hint="Leave empty for any amount."
        />
        <Input
          label="Currency"
          autoComplete="off"
          value={amount.currency}
          onChange={(event) => setAmount({ ...amount, currency: event.target.value })}
          hint="Events in other currencies always match."
        />
      </div>
      <FilterFields filters={filters} onChange={setFilters} />
      <Group label="Channels">
        {channels.map(({ id, name, enabled }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(checked) => setChosen(toggled(chosen, id, checked))}
          >
            {name}
            {!enabled && ' (turned off)'}
          </Checkbox>
        ))}
        {channels.length === 0 && <p className="text-small text-soft">No channels yet. You can add one later.</p>}
      </Group>
      <Input
        {...field('owners')}
        label="Owners"
        hint="Email addresses of members, separated by commas. Each message names the owners; an email channel can also notify them."
        defaultValue={rule?.owners.join(', ')}
        autoComplete="off"
      />
      {ready && <RulePreview conditions={conditions} />}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy} disabled={!ready}>
          Save rule
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
