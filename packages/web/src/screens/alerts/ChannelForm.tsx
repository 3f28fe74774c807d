import type { ChannelTyped } from '@kept/contract/inputs/alerts.ts'
import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { AlertSchedule } from '@kept/domain/alert.ts'
import { type ChannelKind, channelKinds, isIssueTracker } from '@kept/domain/alert-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
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
import { ChannelFields } from './ChannelFields.tsx'
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
  return (
    <form {...form} className="mb-8 max-w-2xl space-y-5 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      {!channel && <Select<ChannelKind> label="Type" value={kind} options={kinds} onChange={setKind} />}
      <Input {...field('name')} label="Name" defaultValue={channel?.name} autoComplete="off" spellCheck={false} />
      <ChannelFields kind={kind} field={field} before={before} toOwners={toOwners} onToOwners={setToOwners} />
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
