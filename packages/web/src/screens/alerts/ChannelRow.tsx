import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { CalledRow } from '../../table/CalledRow.tsx'
import { Removal } from './Removal.tsx'
import { channelWords, scheduleWords, whereWords } from './words.ts'

interface ChannelRowProps {
  channel: AlertChannel
  mayWrite: boolean
  /** The address names this one. */
  called: boolean
  onEdit(): void
  onChanged(): Promise<unknown>
  /** A new signing secret, to be shown once. */
  onSecret(secret: string): void
}

export function ChannelRow({ channel, mayWrite, called, onEdit, onChanged, onSecret }: ChannelRowProps) {
  const { id, name, enabled, settings, schedule } = channel
  const change = useMutation(api.alerts.changeChannel.mutationOptions({ onSuccess: onChanged }))
  const remove = useMutation(api.alerts.removeChannel.mutationOptions({ onSuccess: onChanged }))
  const test = useMutation(api.alerts.testChannel.mutationOptions({ onSettled: onChanged }))
  const renew = useMutation(
    api.alerts.renewSecret.mutationOptions({ onSuccess: ({ data }) => onSecret(data.signing_secret) }),
  )
  return (
    <CalledRow called={called} className="border-rule border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-semibold text-body">
            {name} {!enabled && <Badge>off</Badge>}
          </h2>
          <p className="break-words text-small text-soft">
            {channelWords[settings.kind].label}: {whereWords(channel)}
          </p>
          <p className="text-pretty text-small text-soft">{scheduleWords(schedule)}.</p>
        </div>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" busy={test.isPending} onClick={() => test.mutate({ id })}>
              Send a test<span className="sr-only"> to {name}</span>
            </Button>
            <Button size="small" onClick={onEdit}>
              Change<span className="sr-only"> {name}</span>
            </Button>
            <Button size="small" busy={change.isPending} onClick={() => change.mutate({ id, enabled: !enabled })}>
              {enabled ? 'Turn off' : 'Turn on'}
              <span className="sr-only"> {name}</span>
            </Button>
            {settings.kind === 'webhook' && (
              <Button size="small" busy={renew.isPending} onClick={() => renew.mutate({ id })}>
                Renew its secret<span className="sr-only"> of {name}</span>
              </Button>
            )}
            <Removal
              name={name}
              words="Its secrets are forgotten and the rules no longer speak through it. What it was sent stands in the log."
              busy={remove.isPending}
              onRemove={() => remove.mutate({ id })}
            />
          </div>
        )}
      </div>
      <div role="status">
        {test.data && (
          <p className={`mt-2 text-small ${test.data.data.last_try.ok ? 'text-ink' : 'text-leak'}`}>
            {test.data.data.last_try.ok ? 'Tested. ' : 'The test did not arrive. '}
            {test.data.data.last_try.sentence} It took {test.data.data.last_try.took_ms} ms.
          </p>
        )}
      </div>
    </CalledRow>
  )
}
