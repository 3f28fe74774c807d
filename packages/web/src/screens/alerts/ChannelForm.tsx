import type { ChannelTyped } from '@kept/contract/inputs/alerts.ts'
import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { AlertSchedule } from '@kept/domain/alert.ts'
import { type ChannelKind, channelKinds, isIssueTracker } from '@kept/domain/alert-labels.ts'
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
import { checkBy } from '../../form/check-by.ts'
import { channelLabels } from './alert-text.ts'
import { channelNames, channelSentences, mistakesIn, typedFrom } from './channel-form.ts'

interface ChannelFormProps {
  channel: AlertChannel | undefined
  onSaved(name: string, secret: string | null): Promise<unknown>
  onCancel(): void
}

const kinds = channelKinds.map((value) => ({ value, ...channelLabels[value] }))

export function ChannelForm({ channel, onSaved, onCancel }: ChannelFormProps) {
  const before = channel?.settings
  const [kind, setKind] = useState<ChannelKind>(before?.kind ?? 'email')
  const [toOwners, setToOwners] = useState(before?.kind === 'email' && before.to_owners)
  const [schedule, setSchedule] = useState<AlertSchedule>(
    channel?.schedule ?? {
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      digest: null,
      quiet: [],
      critical_passes: true,
    },
  )
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['name', 'recipients', 'url', 'email', 'token', 'project', 'issue_type', 'repository', 'signing_secret'],
      schema: () =>
        import('@kept/contract/inputs/alerts.ts').then(({ changeChannelInput, newChannelInput }) =>
          channel ? changeChannelInput : newChannelInput,
        ),
      input: (values) => ({
        ...(channel && { id: channel.id }),
        ...{ name: values.name, schedule, typed: typedFrom(kind, values, toOwners) },
      }),
      names: channelNames,
      ...channelSentences,
      rules: (values) => mistakesIn(kind, values, { toOwners, isStored: channel !== undefined }),
    }),
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
    explain: explainFor(channelNames),
  })
  const secretHint = channel ? 'Leave empty to keep the stored value.' : undefined
  const inputProps = { autoComplete: 'off', spellCheck: false } as const
  return (
    <form {...form} className="mb-8 max-w-2xl space-y-5 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      {!channel && <Select<ChannelKind> label="Type" value={kind} options={kinds} onChange={setKind} />}
      <Input {...field('name')} label="Name" defaultValue={channel?.name} {...inputProps} />
      {kind === 'email' && (
        <>
          <Input
            {...field('recipients')}
            label="Recipients"
            hint="Separate addresses with commas."
            defaultValue={before?.kind === 'email' ? before.recipients.join(', ') : ''}
            {...inputProps}
          />
          <Checkbox checked={toOwners} onChange={setToOwners}>
            Also notify the rule owners
          </Checkbox>
        </>
      )}
      {kind === 'jira' && (
        <Input
          {...field('url')}
          label="Site"
          type="url"
          placeholder="https://example.atlassian.net"
          hint={secretHint}
          {...inputProps}
        />
      )}
      {kind !== 'email' && !isIssueTracker(kind) && (
        <PasswordInput
          {...field('url')}
          label="URL"
          hint={secretHint ?? addressHints[kind]}
          autoComplete="new-password"
        />
      )}
      {kind === 'slack' && (
        <PasswordInput
          {...field('signing_secret')}
          label="Signing secret"
          hint={secretHint ?? 'Optional. With the signing secret of your Slack app, approvals are decided in Slack.'}
          autoComplete="new-password"
        />
      )}
      {kind === 'jira' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            {...field('email')}
            label="Account email"
            defaultValue={before?.kind === 'jira' ? before.email : ''}
            {...inputProps}
          />
          <PasswordInput {...field('token')} label="API token" hint={secretHint} autoComplete="new-password" />
          <Input
            {...field('project')}
            label="Project key"
            defaultValue={before?.kind === 'jira' ? before.project : ''}
            {...inputProps}
          />
          <Input
            {...field('issue_type')}
            label="Issue type"
            defaultValue={before?.kind === 'jira' ? before.issue_type : 'Task'}
            {...inputProps}
          />
        </div>
      )}
      {kind === 'github' && (
        <>
          <Input
            {...field('url')}
            label="API address"
            type="url"
            defaultValue={channel ? '' : 'https://api.github.com'}
            hint={secretHint ?? 'For GitHub Enterprise Server: https://github.example.com/api/v3'}
            {...inputProps}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Input
              {...field('repository')}
              label="Repository"
              placeholder="northwind/platform"
              defaultValue={before?.kind === 'github' ? before.repository : ''}
              {...inputProps}
            />
            <PasswordInput
              {...field('token')}
              label="API token"
              hint={secretHint ?? 'A fine-grained token that may read and write the issues of this repository.'}
              autoComplete="new-password"
            />
          </div>
        </>
      )}
      <ScheduleFields schedule={schedule} gathers={!isIssueTracker(kind)} onChange={setSchedule} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Save channel
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

const addressHints = {
  slack: 'The URL of an incoming webhook, such as https://hooks.slack.com/services/…',
  teams: 'The URL of a workflow that starts with "When a webhook request is received".',
  webhook: 'Kept sends signed JSON to this URL. The signing secret is shown once, after you save.',
} as const
