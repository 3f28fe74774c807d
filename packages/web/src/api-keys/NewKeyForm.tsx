import { apiKeyPermissions, type Permission } from '@kept/domain/permission.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../account/refusal.ts'
import { api } from '../api/client.ts'
import { checkBy } from '../form/check-by.ts'
import { useMe } from '../shell/useMe.ts'

const lifetimes = ['7', '30', '90', '180', '365'] as const

interface NewKeyFormProps {
  onMade(created: { name: string; key: string }): void
  onCancel(): void
}

/** A key gets a name, an end, and only what its program needs. */
export function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
  const ownPermissions = useMe().data?.permissions ?? []
  const [scopes, setScopes] = useState<ReadonlySet<Permission>>(new Set(['costs:read']))
  const [days, setDays] = useState<(typeof lifetimes)[number]>('90')
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['name', 'ranges'],
      schema: () => import('@kept/contract/inputs/organizations.ts').then(({ newKeyInput }) => newKeyInput),
      input: ({ name, ranges }) => ({
        ...{ name, scopes: [...scopes], expires_in_days: Number(days) },
        ranges: listOf(ranges),
      }),
      missing: { name: 'Enter a name.' },
    }),
    async send({ name, ranges }) {
      if (scopes.size === 0) throw new Error('Select at least one scope.')
      const { data } = await api.apiKeys.create.call({
        ...{ name, scopes: [...scopes], expires_in_days: Number(days) },
        ranges: listOf(ranges),
      })
      onMade(data)
    },
    explain: explainFor({ name: 'name', ranges: 'ranges' }),
  })
  const toggle = (scope: Permission, checked: boolean) => {
    const next = new Set(scopes)
    if (checked) next.add(scope)
    else next.delete(scope)
    setScopes(next)
  }
  return (
    <form {...form} className="mb-6 max-w-md space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" autoComplete="off" autoFocus />
      <fieldset>
        <legend className="mb-1 text-small text-soft">Scopes</legend>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {apiKeyPermissions
            .filter((scope) => ownPermissions.includes(scope))
            .map((scope) => (
              <Checkbox key={scope} checked={scopes.has(scope)} onChange={(checked) => toggle(scope, checked)}>
                {scope}
              </Checkbox>
            ))}
        </div>
      </fieldset>
      <Input
        {...field('ranges')}
        label="Allowed addresses"
        hint="Addresses and ranges like 203.0.113.0/24, separated by commas. Empty: from everywhere."
        autoComplete="off"
      />
      <div className="w-40">
        <Select<(typeof lifetimes)[number]>
          label="Expires after"
          value={days}
          options={lifetimes.map((value) => ({ value, label: `${value} days` }))}
          onChange={setDays}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Create key
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
