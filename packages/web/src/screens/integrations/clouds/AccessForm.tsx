import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'

const fields = ['access_key_id', 'secret_access_key', 'session_token', 'role_arn'] as const
type Field = (typeof fields)[number]

/** The credentials of a connection. They are tried before they are stored, and never shown again. */
export function AccessForm({ id, onSaved }: { id: string; onSaved?(): void }) {
  const client = useQueryClient()
  const { form, field, failure, busy } = useForm<Field>({
    ...checkBy({
      fields: [...fields],
      schema: () => import('@kept/domain/connection.ts').then(({ awsAccessSchema }) => awsAccessSchema),
      input: typedOf,
      missing: { access_key_id: 'Enter the access key ID.', secret_access_key: 'Enter the secret access key.' },
    }),
    async send(values) {
      const { access_key_id = '', secret_access_key = '', ...optional } = typedOf(values)
      await api.sync.setAccess.call({ id, access_key_id, secret_access_key, ...optional })
      await api.sync.run.call({ id })
      await client.invalidateQueries({ queryKey: api.sync.key() })
      onSaved?.()
    },
    explain: explainFor<Field>(Object.fromEntries(fields.map((name) => [name, name]))),
  })
  return (
    <form {...form} className="max-w-md space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('role_arn')}
        label="Role ARN"
        hint="The output RoleArn of the stack. Without a role, Kept reads only the account of the key."
        placeholder="arn:aws:iam::123456789012:role/KeptRead"
        autoComplete="off"
        spellCheck={false}
      />
      <Input
        {...field('access_key_id')}
        label="Access key ID"
        hint="Of the user kept-connector, who may only assume the role."
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput {...field('secret_access_key')} label="Secret access key" autoComplete="new-password" />
      <PasswordInput
        {...field('session_token')}
        label="Session token"
        hint="Only for temporary credentials."
        autoComplete="new-password"
      />
      <Button type="submit" tone="primary" isBusy={busy}>
        Check and sync
      </Button>
    </form>
  )
}

/** What was left empty is left out. */
function typedOf(values: Record<Field, string>): Partial<Record<Field, string>> {
  return Object.fromEntries(
    fields.map((name) => [name, values[name].trim()] as const).filter(([, value]) => value !== ''),
  )
}
