import type { PolicySettings } from '@kept/domain/security-policy.ts'
import {
  maxRetentionDays,
  minRetentionDays,
  type PolicyKind,
  retentionData,
  retentionSettings,
  type SignInMethod,
  signInMethods,
} from '@kept/domain/security-policy-kinds.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { ListInput } from '../../../form/ListInput.tsx'
import { actorLabels, coverLabels, loopStopLabels, methodLabels, retentionLabels } from './policy-kinds.ts'

interface PolicyFieldsProps {
  kind: PolicyKind
  settings: PolicySettings
  onChange(part: PolicySettings): void
}

/** The fields of one kind of policy. */
export function PolicyFields({ kind, settings, onChange }: PolicyFieldsProps) {
  switch (kind) {
    case 'second_factor':
      return (
        <Select
          label="Required of"
          value={settings.applies_to ?? 'admins'}
          options={[
            { value: 'admins', label: 'Admins' },
            { value: 'everyone', label: 'Everyone' },
          ]}
          onChange={(applies_to) => onChange({ applies_to })}
        />
      )
    case 'session_lifetime':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput
            label="Hours in all"
            value={settings.max_hours}
            onChange={(max_hours) => onChange({ max_hours })}
          />
          <NumberInput
            label="Minutes without activity"
            value={settings.idle_minutes}
            onChange={(idle_minutes) => onChange({ idle_minutes })}
          />
        </div>
      )
    case 'sign_in':
      return (
        <>
          <Methods methods={settings.methods ?? []} onChange={(methods) => onChange({ methods })} />
          <ValuesInput
            label="Email domains"
            hint="Separated by commas. Empty: every domain."
            values={settings.email_domains ?? []}
            onChange={(email_domains) => onChange({ email_domains })}
          />
        </>
      )
    case 'api_keys':
      return (
        <>
          <NumberInput
            label="Days a key lives"
            value={settings.max_days}
            onChange={(max_days) => onChange({ max_days })}
          />
          <ValuesInput
            label="Allowed addresses"
            hint="Addresses and ranges like 203.0.113.0/24, separated by commas. Empty: from everywhere."
            values={settings.ranges ?? []}
            onChange={(ranges) => onChange({ ranges })}
          />
        </>
      )
    case 'approvals':
      return <ApprovalFields settings={settings} onChange={onChange} />
    case 'retention':
      return (
        <div className="grid gap-4 sm:grid-cols-2">
          {retentionData.map((data) => (
            <NumberInput
              key={data}
              label={`${retentionLabels[data]}, days`}
              hint={`At least ${minRetentionDays[data]}. Empty: ${data === 'spans' ? counted(maxRetentionDays.spans, 'day') : 'no limit'}.`}
              value={settings[retentionSettings[data]]}
              onChange={(days) => onChange({ [retentionSettings[data]]: days })}
            />
          ))}
        </div>
      )
    case 'required_tags':
      return (
        <>
          <ValuesInput
            label="Tags"
            hint="Separated by commas. Upper and lower case are the same."
            values={settings.tags ?? []}
            onChange={(tags) => onChange({ tags })}
            separator=","
          />
          <ValuesInput
            label="Resource types"
            hint="As the resource list names them, separated by commas. Empty: every type."
            values={settings.resource_types ?? []}
            onChange={(resource_types) => onChange({ resource_types })}
            separator=","
          />
          <ValuesInput
            label="Accounts"
            hint="IDs of accounts, subscriptions or projects, separated by commas. Empty: every one."
            values={settings.accounts ?? []}
            onChange={(accounts) => onChange({ accounts })}
          />
        </>
      )
    case 'network':
      return (
        <>
          <Select
            label="Covers"
            value={settings.covers ?? 'everything'}
            options={keysOf(coverLabels).map((value) => ({ value, label: coverLabels[value] }))}
            onChange={(covers) => onChange({ covers })}
          />
          <ValuesInput
            label="Allowed addresses"
            hint="Addresses and ranges like 203.0.113.0/24, separated by commas."
            values={settings.ranges ?? []}
            onChange={(ranges) => onChange({ ranges })}
          />
        </>
      )
  }
}

function ApprovalFields({ settings, onChange }: Omit<PolicyFieldsProps, 'kind'>) {
  const { amount, currency } = settings.approve_above ?? { amount: '', currency: 'USD' }
  return (
    <>
      <Select
        label="May change resources and approve"
        value={settings.actors ?? 'permitted'}
        options={keysOf(actorLabels).map((value) => ({
          value,
          label: actorLabels[value],
        }))}
        onChange={(actors) => onChange({ actors })}
      />
      <Select
        label="Who stops a loop"
        hint="A loop costs more each minute, and a stop is undone with one click. Automatic rules of loops never go around a second person."
        value={settings.loop_stops ?? 'alone'}
        options={keysOf(loopStopLabels).map((value) => ({ value, label: loopStopLabels[value] }))}
        onChange={(loop_stops) => onChange({ loop_stops })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="A second person approves above"
          hint="Estimated monthly savings of a recommendation or a schedule. Savings in another currency, or not estimated, need an approval too."
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => onChange({ approve_above: { amount: target.value.trim(), currency } })}
        />
        <Input
          label="Currency"
          value={currency}
          onChange={({ target }) => onChange({ approve_above: { amount, currency: target.value } })}
        />
      </div>
    </>
  )
}

interface NumberInputProps {
  label: string
  hint?: string
  value: number | undefined
  onChange(value: number | undefined): void
}

function NumberInput({ label, hint, value, onChange }: NumberInputProps) {
  return (
    <Input
      label={label}
      {...(hint && { hint })}
      type="number"
      min={1}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  )
}

interface ValuesInputProps {
  label: string
  hint: string
  values: readonly string[]
  /** Default: commas and spaces. */
  separator?: string | RegExp
  onChange(values: string[]): void
}

function ValuesInput({ values, separator = /[\s,]+/, ...rest }: ValuesInputProps) {
  return (
    <ListInput
      {...rest}
      items={values}
      parse={(text) =>
        text
          .split(separator)
          .map((part) => part.trim())
          .filter(Boolean)
      }
      format={(entries) => entries.join(', ')}
    />
  )
}

function Methods({ methods, onChange }: { methods: readonly SignInMethod[]; onChange(methods: SignInMethod[]): void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-small text-soft">Allowed sign-in</legend>
      {signInMethods.map((method) => (
        <Checkbox
          key={method}
          checked={methods.includes(method)}
          onChange={(checked) =>
            onChange(signInMethods.filter((other) => (other === method ? checked : methods.includes(other))))
          }
        >
          {methodLabels[method]}
        </Checkbox>
      ))}
    </fieldset>
  )
}
