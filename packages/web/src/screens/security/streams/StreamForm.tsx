import { type AuditStreamKind, auditStreamKinds, SYSLOG_TLS_PORT } from '@kept/domain/audit-stream-kinds.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { destinationFrom, type StreamField, streamFields, streamNames, streamSentences } from './stream-form.ts'
import { streamLabels } from './stream-labels.ts'

interface StreamFormProps {
  organization: string
  /** The signing secret of a webhook is shown once. */
  onCreated(created: { name: string; secret: string | null }): void
  onCancel(): void
}

const kinds = auditStreamKinds.map((value) => ({ value, label: streamLabels[value] }))

export function StreamForm({ organization, onCreated, onCancel }: StreamFormProps) {
  const [kind, setKind] = useState<AuditStreamKind>('syslog')
  const [fromFirst, setFromFirst] = useState(false)
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: streamFields,
      schema: () => import('@kept/contract/inputs/audit-streams.ts').then((inputs) => inputs.newAuditStreamInput),
      input: (values) => ({ name: values.name, destination: destinationFrom(kind, values) }),
      names: streamNames,
      ...streamSentences,
    }),
    async send(values) {
      const name = values.name.trim()
      const { data } = await api.auditStreams.create.call({
        ...{ organization, name, destination: destinationFrom(kind, values) },
        start: fromFirst ? 'first' : 'next',
      })
      onCreated({ name, secret: data.signing_secret })
    },
    explain: explainFor(streamNames),
  })
  return (
    <form {...form} className="mt-4 max-w-2xl space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Select<AuditStreamKind> label="Destination" value={kind} options={kinds} onChange={setKind} />
      <Input {...field('name')} label="Name" autoComplete="off" />
      <DestinationFields kind={kind} field={field} />
      <Checkbox checked={fromFirst} onChange={setFromFirst}>
        Also send the events that are in the log already
      </Checkbox>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Create stream
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

type Field = ReturnType<typeof useForm<StreamField>>['field']

function DestinationFields({ kind, field }: { kind: AuditStreamKind; field: Field }) {
  const plain = { autoComplete: 'off', spellCheck: false } as const
  if (kind === 'webhook')
    return (
      <PasswordInput
        {...field('url')}
        label="URL"
        hint="Kept sends signed JSON to this URL. The signing secret is shown once, after you save."
        autoComplete="new-password"
      />
    )
  if (kind === 'syslog')
    return (
      <>
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Input {...field('host')} label="Host" placeholder="siem.example.com" {...plain} />
          <Input
            {...field('port')}
            label="Port"
            inputMode="numeric"
            defaultValue={String(SYSLOG_TLS_PORT)}
            {...plain}
          />
        </div>
        <TextArea
          {...field('certificate_authority')}
          label="Certificate authority (optional)"
          hint="In PEM format, if the server's certificate is not from a public authority."
          rows={3}
          spellCheck={false}
        />
      </>
    )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Input {...field('bucket')} label="Bucket" {...plain} />
        <Input {...field('region')} label="Region" placeholder="eu-west-1" {...plain} />
        <Input {...field('prefix')} label="Prefix (optional)" placeholder="kept/audit/" {...plain} />
        <Input {...field('endpoint')} label="Storage server (optional)" hint="Leave empty for Amazon S3." {...plain} />
        <Input {...field('access_key_id')} label="Access key ID" {...plain} />
        <PasswordInput {...field('secret_access_key')} label="Secret access key" autoComplete="new-password" />
      </div>
      <p className="text-small text-soft">The key needs s3:PutObject on the prefix, and nothing else.</p>
    </>
  )
}
