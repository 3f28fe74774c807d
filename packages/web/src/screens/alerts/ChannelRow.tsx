import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useMe } from '../../shell/useMe.ts'
import { HighlightedRow } from '../../table/HighlightedRow.tsx'
import { serverUrl } from '../../url/base-path.ts'
import { channelLabels, describeSchedule, describeTarget } from './alert-text.ts'
import { Removal } from './Removal.tsx'

interface ChannelRowProps {
  channel: AlertChannel
  mayWrite: boolean
  /** True when the address names this channel. */
  highlighted: boolean
  onEdit(): void
  onChanged(): Promise<unknown>
  /** Called with a new signing secret, which is shown once. */
  onSecret(secret: string): void
}

export function ChannelRow({ channel, mayWrite, highlighted, onEdit, onChanged, onSecret }: ChannelRowProps) {
  const { id, name, enabled, settings, schedule } = channel
  const organization = useMe().data?.organization
  const change = useMutation(api.alerts.changeChannel.mutationOptions({ onSuccess: onChanged }))
  const remove = useMutation(api.alerts.removeChannel.mutationOptions({ onSuccess: onChanged }))
  const test = useMutation(api.alerts.testChannel.mutationOptions({ onSettled: onChanged }))
  const renew = useMutation(
    api.alerts.renewSecret.mutationOptions({ onSuccess: ({ data }) => onSecret(data.signing_secret) }),
  )
  return (
    <HighlightedRow highlighted={highlighted} className="border-rule border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-semibold text-body">
            {name} {!enabled && <Badge>Off</Badge>}
          </h2>
          <p className="break-words text-small text-soft">
            {channelLabels[settings.kind].label}: {describeTarget(channel)}
          </p>
          <p className="text-pretty text-small text-soft">{describeSchedule(schedule)}.</p>
          {settings.kind === 'slack' && settings.buttons && organization && (
            <p className="break-all text-small text-soft">
              Interactivity URL of the Slack app: {serverUrl(`/v1/alerts/slack-actions/${organization.id}/${id}`).href}
            </p>
          )}
        </div>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" isBusy={test.isPending} onClick={() => test.mutate({ id })}>
              Send test<span className="sr-only"> to {name}</span>
            </Button>
            <Button size="small" onClick={onEdit}>
              Edit<span className="sr-only"> {name}</span>
            </Button>
            <Button size="small" isBusy={change.isPending} onClick={() => change.mutate({ id, enabled: !enabled })}>
              {enabled ? 'Turn off' : 'Turn on'}
              <span className="sr-only"> {name}</span>
            </Button>
            {settings.kind === 'webhook' && (
              <Button size="small" isBusy={renew.isPending} onClick={() => renew.mutate({ id })}>
                Rotate secret<span className="sr-only"> of {name}</span>
              </Button>
            )}
            <Removal
              name={name}
              description="Its secrets are deleted, and rules no longer use it. Past deliveries stay in the log."
              isBusy={remove.isPending}
              onRemove={() => remove.mutate({ id })}
            />
          </div>
        )}
      </div>
      <div role="status">
        {test.data && (
          <p className={`mt-2 text-small ${test.data.data.last_attempt.ok ? 'text-ink' : 'text-leak'}`}>
            {test.data.data.last_attempt.ok ? 'Test sent. ' : 'The test failed. '}
            {test.data.data.last_attempt.sentence} It took {test.data.data.last_attempt.duration_ms} ms.
          </p>
        )}
      </div>
    </HighlightedRow>
  )
}
