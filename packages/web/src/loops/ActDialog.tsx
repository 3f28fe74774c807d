import { sentenceOf } from '@kept/client/errors.ts'
import type { ListedLoop, LoopActionResult } from '@kept/contract/routes/loops.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useState } from 'react'
import { Commands } from '../remediation/Commands.tsx'
import { loopActionInput, type RevertAfter } from './loop-action-input.ts'
import { useRemediation } from './useRemediation.ts'

const revertAfter: readonly { value: RevertAfter; label: string }[] = [
  { value: '15', label: 'after 15 minutes' },
  { value: '60', label: 'after an hour' },
  { value: '240', label: 'after four hours' },
  { value: '1440', label: 'after a day' },
  { value: 'never', label: 'until someone undoes it' },
]

const labels = { pause: { title: 'Pause', done: 'paused' }, stop: { title: 'Stop', done: 'stopped' } } as const

interface ActDialogProps {
  loop: ListedLoop
  action: 'pause' | 'stop'
  onClose(): void
}

/** What would be done, in words and as it is sent; then exactly that, for a time. Or the commands to do it by hand. */
export function ActDialog({ loop, action, onClose }: ActDialogProps) {
  const acts = useRemediation()
  const [until, setUntil] = useState<RevertAfter>('60')
  const { mutate: startDryRun, data: dryRun, error } = acts[action]
  const [shownDryRun, setShownDryRun] = useState<LoopActionResult | null>(null)
  useEffect(() => startDryRun({ id: loop.id, dry_run: true }), [startDryRun, loop.id])
  // The second answer of the same door is that it is done; the dialog goes on showing the first.
  useEffect(() => {
    if (dryRun) setShownDryRun((first) => first ?? dryRun.data)
  }, [dryRun])
  const act = () => {
    const input = shownDryRun && loopActionInput(loop.id, shownDryRun, until)
    if (!input) return
    acts[action].mutate(input, {
      onSuccess: ({ data }) => {
        toasts.show(
          data.approval
            ? { title: 'Approval asked for', body: data.approval.reason }
            : {
                title: `${loop.resource_name} is ${labels[action].done}`,
                body: data.remediation_action?.description ?? '',
              },
        )
        onClose()
      },
    })
  }
  const canDo = shownDryRun?.remediation_action && shownDryRun.remediation_action.requests.length > 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${labels[action].title} ${loop.resource_name}`}
      description={shownDryRun?.remediation_action ? 'Dry run. Nothing has changed yet.' : undefined}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {canDo ? 'Cancel' : 'Close'}
          </Button>
          {canDo && (
            <Button tone="danger" isBusy={acts[action].isPending} onClick={act}>
              {shownDryRun.approval_reason ? 'Ask for approval' : `${labels[action].title} it now`}
            </Button>
          )}
        </>
      }
    >
      {error && (
        <p role="alert" className="mb-3 text-body text-leak">
          {sentenceOf(error)}
        </p>
      )}
      {!shownDryRun && !error && <SkeletonRows />}
      {shownDryRun?.critical && (
        <div className="mb-4">
          <Notice tone="watch" title="Tagged as critical">
            Kept never changes this resource automatically. Check before you continue.
          </Notice>
        </div>
      )}
      {shownDryRun?.remediation_action && (
        <div className="space-y-4">
          <p className="break-words text-body">
            {shownDryRun.remediation_action.description}{' '}
            <span className="text-soft">To undo: {shownDryRun.remediation_action.undo_description}</span>
          </p>
          {canDo && shownDryRun.approval_reason && (
            <p className="text-pretty text-small text-soft">{shownDryRun.approval_reason}</p>
          )}
          {canDo && (
            <div className="max-w-60">
              <Select label="Undo" value={until} options={revertAfter} onChange={(next) => setUntil(next)} />
            </div>
          )}
          <details className="text-small">
            <summary className="cursor-pointer text-soft">
              Request to {shownDryRun.remediation_action.account_name} ({shownDryRun.remediation_action.requests.length}
              )
            </summary>
            <ul className="mt-2 space-y-2">
              {shownDryRun.remediation_action.requests.map(({ method, url, body }) => (
                <li key={`${method} ${url} ${body}`} className="break-all font-mono text-micro">
                  {method} {url}
                  {body && <span className="block text-soft">{body}</span>}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-soft">Needs {shownDryRun.remediation_action.permissions.join(', ')}.</p>
          </details>
        </div>
      )}
      {shownDryRun && !shownDryRun.remediation_action && (
        <div className="space-y-4">
          <p className="text-pretty text-body">{shownDryRun.skip_reasons}</p>
          {shownDryRun.script && <Commands script={shownDryRun.script} />}
        </div>
      )}
    </Dialog>
  )
}
