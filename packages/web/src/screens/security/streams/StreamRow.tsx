import { sentenceOf } from '@kept/client/errors.ts'
import type { AuditStream } from '@kept/contract/routes/audit-streams.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { describeStream, streamLabels } from './stream-labels.ts'

interface StreamRowProps {
  organization: string
  stream: AuditStream
  mayChange: boolean
  onChanged(): Promise<unknown>
}

export function StreamRow({ organization, stream, mayChange, onChanged }: StreamRowProps) {
  const { id, name, settings, host, enabled, failure_reason, delivered_at } = stream
  const change = useMutation(api.auditStreams.update.mutationOptions({ onSuccess: onChanged }))
  const test = useMutation(api.auditStreams.test.mutationOptions())
  const error = change.error ?? test.error
  const result = test.data?.data
  return (
    <li className="border-rule border-b py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-semibold text-body">
            {name} {!enabled && <Badge>Off</Badge>}
            {enabled && failure_reason !== '' && <Badge tone="leak">Failing</Badge>}
          </h3>
          <p className="break-words text-small text-soft">
            {streamLabels[settings.kind]}: {host}
          </p>
          <p className="text-pretty text-small text-soft">
            {describeStream(stream)} {delivered_at && `Last delivery ${formatMoment(delivered_at)}.`}
          </p>
        </div>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" isBusy={test.isPending} onClick={() => test.mutate({ organization, id })}>
              Send test<span className="sr-only"> to {name}</span>
            </Button>
            <Button
              size="small"
              isBusy={change.isPending}
              onClick={() => change.mutate({ organization, id, enabled: !enabled })}
            >
              {enabled ? 'Turn off' : 'Turn on'}
              <span className="sr-only"> {name}</span>
            </Button>
            <Deletion organization={organization} stream={stream} onChanged={onChanged} />
          </div>
        )}
      </div>
      <div role="status">
        {result && (
          <p className={`mt-2 text-small ${result.delivered ? 'text-ink' : 'text-leak'}`}>
            {result.delivered ? result.message : `The test failed. ${result.message}`}
          </p>
        )}
        {error && <p className="mt-2 text-leak text-small">{sentenceOf(error)}</p>}
      </div>
    </li>
  )
}

function Deletion({ organization, stream: { id, name }, onChanged }: Omit<StreamRowProps, 'mayChange'>) {
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation(api.auditStreams.remove.mutationOptions({ onSuccess: onChanged }))
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Delete "${name}"?`}
        description="New events are no longer sent. What was delivered stays at its destination."
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>Keep it</Button>
            <Button tone="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ organization, id })}>
              Delete
            </Button>
          </>
        }
      >
        {remove.error && <p className="text-leak text-small">{sentenceOf(remove.error)}</p>}
      </Dialog>
    </>
  )
}
