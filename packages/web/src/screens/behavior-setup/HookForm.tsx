import type { HookWithSecret } from '@kept/contract/routes/behavior-hooks.ts'
import type { HookKindId } from '@kept/domain/behavior-hook.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'

interface HookFormProps {
  kinds: readonly { id: HookKindId; label: string }[]
  onCancel(): void
  onMade(hook: HookWithSecret): Promise<void>
}

export function HookForm({ kinds, onCancel, onMade }: HookFormProps) {
  const [kind, setKind] = useState<HookKindId>(kinds[0]?.id ?? 'github')
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['name', 'secret'],
      schema: () => import('@kept/contract/inputs/behavior.ts').then(({ newHookInput }) => newHookInput),
      input: ({ name, secret }) => ({ kind, name, ...(secret !== '' && { secret }) }),
      missing: { name: 'Enter what sends events.' },
    }),
    async send({ name, secret }) {
      const { data } = await api.behaviorHooks.create.call({ kind, name, ...(secret !== '' && { secret }) })
      await onMade(data)
    },
    explain: explainFor({ name: 'name', secret: 'secret' }),
  })
  return (
    <form {...form} aria-label="New webhook" className="max-w-md space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Select<HookKindId>
        label="System"
        value={kind}
        options={kinds.map(({ id, label }) => ({ value: id, label }))}
        onChange={setKind}
      />
      <Input {...field('name')} label="Source name" placeholder="acme/api" autoComplete="off" />
      <Input
        {...field('secret')}
        label="Existing secret"
        hint="Leave empty to generate one"
        type="password"
        autoComplete="off"
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Create webhook
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
