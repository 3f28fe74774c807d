import type { AlertChannel, ChannelTyped } from '@kept/contract/routes/alerts.ts'
import type { AlertSchedule } from '@kept/domain/alert.ts'
import { type ChannelKind, channelKinds } from '@kept/domain/alert-words.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { ScheduleFields } from '../../alerts/ScheduleFields.tsx'
import { api } from '../../api/client.ts'
import { mistakesIn, typedFrom } from './channel-form.ts'
import { channelWords } from './words.ts'

interface ChannelFormProps {
  channel: AlertChannel | undefined
  onSaved(name: string, secret: string | null): Promise<unknown>
  onCancel(): void
}

const kinds = channelKinds.map((value) => ({ value, ...channelWords[value] }))

export function ChannelForm({ channel, onSaved, onCancel }: ChannelFormProps) {
  const before = channel?.settings
  const [kind, setKind] = useState<ChannelKind>(before?.kind ?? 'email')
  const [toOwners, setToOwners] = useState(before?.kind === 'email' && before.to_owners)
  const [schedule, setSchedule] = useState<AlertSchedule>(
    channel?.schedule ?? {
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      digest: null,
      quiet: [],
      critical_passes: true,
    },
  )
  const { form, field, failure, busy } = useForm({
    fields: ['name', 'recipients', 'url', 'email', 'token', 'project', 'issue_type'],
    check: (values) => mistakesIn(kind, values, { toOwners, known: channel !== undefined }),
    async send(values) {
      const name = values.name.trim()
      const typed: ChannelTyped | undefined = typedFrom(kind, values, toOwners)
      if (channel) {
        await api.alerts.changeChannel.call({ id: channel.id, name, schedule, ...(typed && { typed }) })
        await onSaved(name, null)
      } else if (typed) {
        const { data } = await api.alerts.addChannel.call({ name, schedule, typed })
        await onSaved(name, data.signing_secret)
      }
      toasts.show({ title: `${name} saved` })
    },
    explain: explainFor({
      name: 'name',
      'typed.url': 'url',
      'typed.email': 'email',
      'typed.token': 'token',
      'typed.project': 'project',
      'typed.issue_type': 'issue_type',
      'typed.recipients': 'recipients',
      'typed.recipients.0': 'recipients',
    }),
  })
  const keep = channel ? 'Left empty, the one that is stored stays.' : undefined
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <form {...form} className="mb-8 max-w-2xl space-y-5 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      {!channel && <Select<ChannelKind> label="Kind" value={kind} options={kinds} onChange={setKind} />}
      <Input {...field('name')} label="Name" defaultValue={channel?.name} maxLength={120} {...plain} />
      {kind === 'email' && (
        <>
          <Input
            {...field('recipients')}
            label="Recipients"
            hint="Addresses with commas between them."
            defaultValue={before?.kind === 'email' ? before.recipients.join(', ') : ''}
            {...plain}
          />
          <Checkbox checked={toOwners} onChange={setToOwners}>
            Also the owners of the rule
          </Checkbox>
        </>
      )}
      {kind === 'jira' && (
        <Input
          {...field('url')}
          label="Site"
          type="url"
          placeholder="https://example.atlassian.net"
          hint={keep}
          {...plain}
        />
      )}
      {kind !== 'email' && kind !== 'jira' && (
        <PasswordInput
          {...field('url')}
          label="Address"
          hint={keep ?? addressHints[kind]}
          autoComplete="new-password"
        />
      )}
      {kind === 'jira' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            {...field('email')}
            label="Account’s e-mail"
            defaultValue={before?.kind === 'jira' ? before.email : ''}
            {...plain}
          />
          <PasswordInput {...field('token')} label="API token" hint={keep} autoComplete="new-password" />
          <Input
            {...field('project')}
            label="Project key"
            defaultValue={before?.kind === 'jira' ? before.project : ''}
            {...plain}
          />
          <Input
            {...field('issue_type')}
            label="Issue type"
            defaultValue={before?.kind === 'jira' ? before.issue_type : 'Task'}
            {...plain}
          />
        </div>
      )}
      <ScheduleFields schedule={schedule} gathers={kind !== 'jira'} onChange={setSchedule} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy}>
          Save the channel
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

const addressHints = {
  slack: 'Of an incoming webhook, as Slack shows it: https://hooks.slack.com/services/…',
  teams: 'Of a workflow that begins with "when a webhook request is received".',
  webhook: 'Where Kept sends signed JSON. Its signing secret is shown once, after saving.',
} as const
