import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'

/** Stops all changes in the clouds, and lets them go on. */
export function KillSwitch({ mayStop, mayResume }: { mayStop: boolean; mayResume: boolean }) {
  const client = useQueryClient()
  const query = useQuery(api.autopilot.readSwitch.queryOptions({ input: {} }))
  const [isConfirming, setConfirming] = useState(false)
  const [reason, setReason] = useState('')
  const options = {
    onSuccess: async () => {
      setConfirming(false)
      setReason('')
      await client.invalidateQueries({ queryKey: api.autopilot.key() })
    },
    onError: (error: unknown) =>
      toasts.show({ tone: 'error', title: 'The kill switch was not changed', body: sentenceOf(error) }),
  }
  const stop = useMutation(api.autopilot.stop.mutationOptions(options))
  const resume = useMutation(api.autopilot.resume.mutationOptions(options))
  const state = query.data?.data
  if (!state) return null
  if (state.stopped)
    return (
      <Notice tone="leak" title="All changes are stopped">
        <p>
          {state.changed_by}, {state.changed_at && formatMoment(state.changed_at)}
          {state.reason && `: ${state.reason}`}
        </p>
        {mayResume && (
          <div className="mt-2">
            <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate({})}>
              Allow changes again
            </Button>
          </div>
        )}
      </Notice>
    )
  if (!mayStop) return null
  return (
    <>
      <Button tone="danger" icon={<OctagonX size={16} aria-hidden="true" />} onClick={() => setConfirming(true)}>
        Stop all changes
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Stop all changes?"
        description="Within a second, nothing new starts, and what is going on is stopped and taken back. Undoing stays possible. An admin can allow changes again."
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button tone="danger" isBusy={stop.isPending} onClick={() => stop.mutate({ reason })}>
              Stop all changes
            </Button>
          </>
        }
      >
        <Input
          label="Reason"
          hint="Everyone who is refused sees it."
          value={reason}
          maxLength={300}
          onChange={({ target }) => setReason(target.value)}
        />
      </Dialog>
    </>
  )
}
