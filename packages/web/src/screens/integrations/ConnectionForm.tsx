import type { NewConnection } from '@kept/domain/connection.ts'
import type { StorageKind } from '@kept/domain/connection-kind.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { type ConnectionField, fieldsOf, toNewConnection } from './connection-fields.ts'

interface ConnectionFormProps {
  /** Also asks for the folder that is read on a schedule. */
  isScheduled?: boolean
  onCancel(): void
  onCreated(id: string): void
}

const kinds = [
  { value: 's3', label: 'Amazon S3 or compatible' },
  { value: 'azure_blob', label: 'Azure Blob Storage' },
  { value: 'gcs', label: 'Google Cloud Storage' },
] as const

const azureClouds = [
  { value: 'public', label: 'Azure' },
  { value: 'us_government', label: 'Azure US Government' },
  { value: 'china', label: 'Azure China' },
] as const
type AzureCloud = (typeof azureClouds)[number]['value']

/** Credentials for an object storage. They are encrypted and never shown again. */
export function ConnectionForm({ isScheduled = false, onCancel, onCreated }: ConnectionFormProps) {
  const [kind, setKind] = useState<StorageKind>('s3')
  return (
    <div className="max-w-md space-y-4">
      <Select<StorageKind> label="Storage" value={kind} options={kinds} onChange={setKind} />
      <KindForm key={kind} kind={kind} isScheduled={isScheduled} onCancel={onCancel} onCreated={onCreated} />
    </div>
  )
}

function KindForm({ kind, isScheduled = false, onCancel, onCreated }: ConnectionFormProps & { kind: StorageKind }) {
  const [cloud, setCloud] = useState<AzureCloud>('public')
  const fields = fieldsOf(kind, isScheduled)
  const names = fields.map(({ name }) => name)
  const { form, field, failure, isBusy } = useForm<ConnectionField>({
    ...checkBy({
      fields: names,
      schema: () => import('@kept/domain/connection.ts').then(({ newConnectionSchema }) => newConnectionSchema),
      input: (values) => toNewConnection(fields, { kind, values, cloud }),
      missing: Object.fromEntries(
        fields
          .filter(({ optional }) => !optional)
          .map(({ name, label }) => [name, `Enter the ${label.toLowerCase()}.`]),
      ),
    }),
    async send(values) {
      const connection: NewConnection = toNewConnection(fields, { kind, values, cloud })
      const { data } = await api.connections.create.call(connection)
      onCreated(data.id)
    },
    explain: explainFor<ConnectionField>(Object.fromEntries(names.map((name) => [name, name]))),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      {fields.map(({ name, label, hint, secret, placeholder }) =>
        secret ? (
          <PasswordInput key={name} {...field(name)} label={label} hint={hint} autoComplete="new-password" />
        ) : (
          <Input
            key={name}
            {...field(name)}
            label={label}
            hint={hint}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
          />
        ),
      )}
      {kind === 'azure_blob' && (
        <Select<AzureCloud> label="Cloud" value={cloud} options={azureClouds} onChange={setCloud} />
      )}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Add connection
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
