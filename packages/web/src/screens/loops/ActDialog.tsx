import { sentenceOf } from '@kept/client/errors.ts'
import type { ListedLoop, LoopActed } from '@kept/contract/routes/loops.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useEffect, useState } from 'react'
import { Commands } from './Commands.tsx'
import { useLoopActs } from './useLoopActs.ts'

type RevertAfter = '15' | '60' | '240' | '1440' | 'never'
const revertAfter: readonly { value: RevertAfter; label: string }[] = [
  { value: '15', label: 'after 15 minutes' },
  { value: '60', label: 'after an hour' },
  { value: '240', label: 'after four hours' },
  { value: '1440', label: 'after a day' },
  { value: 'never', label: 'when somebody undoes it' },
]

const words = { pause: { title: 'Pause', done: 'paused' }, stop: { title: 'Stop', done: 'stopped' } } as const

interface ActDialogProps {
  loop: ListedLoop
  what: 'pause' | 'stop'
  onClose(): void
}

/** What would be done, in words and as it is sent; then exactly that, for a time. Or the commands to do it by hand. */
export function ActDialog({ loop, what, onClose }: ActDialogProps) {
  const acts = useLoopActs()
  const [until, setUntil] = useState<RevertAfter>('60')
  const { mutate: rehearse, data: rehearsed, error } = acts[what]
  const [shown, setShown] = useState<LoopActed | null>(null)
  useEffect(() => rehearse({ id: loop.id, dry_run: true }), [rehearse, loop.id])
  // The second answer of the same door is that it is done; the dialog goes on showing the first.
  useEffect(() => {
    if (rehearsed) setShown((first) => first ?? rehearsed.data)
  }, [rehearsed])
  const act = () => {
    if (!shown?.deed) return
    const input = {
      id: loop.id,
      rehearsal: shown.deed.id,
      revert_after_minutes: until === 'never' ? null : Number(until),
    }
    acts[what].mutate(input, {
      onSuccess: ({ data }) => {
        toasts.show({ title: `${loop.resource_name} is ${words[what].done}`, body: data.deed?.words ?? '' })
        onClose()
      },
    })
  }
  const canDo = shown?.deed && shown.deed.requests.length > 0
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`${words[what].title} ${loop.resource_name}`}
      words={shown?.deed ? 'Nothing has been changed yet. This is what would be done.' : undefined}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {canDo ? 'Cancel' : 'Close'}
          </Button>
          {canDo && (
            <Button tone="danger" busy={acts[what].isPending} onClick={act}>
              {words[what].title} it now
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
      {!shown && !error && <SkeletonRows />}
      {shown?.critical && (
        <div className="mb-4">
          <Notice tone="watch" title="Tagged as critical">
            Kept never touches this resource by itself. Be sure before you do.
          </Notice>
        </div>
      )}
      {shown?.deed && (
        <div className="space-y-4">
          <p className="break-words text-body">
            {shown.deed.words} <span className="text-soft">Undone: {shown.deed.undo_words}</span>
          </p>
          {canDo && (
            <div className="max-w-60">
              <Select label="It is undone" value={until} options={revertAfter} onChange={(next) => setUntil(next)} />
            </div>
          )}
          <details className="text-small">
            <summary className="cursor-pointer text-soft">
              What is sent to {shown.deed.account_name} ({shown.deed.requests.length})
            </summary>
            <ul className="mt-2 space-y-2">
              {shown.deed.requests.map(({ method, url, body }) => (
                <li key={`${method} ${url} ${body}`} className="break-all font-mono text-micro">
                  {method} {url}
                  {body && <span className="block text-soft">{body}</span>}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-soft">Needs {shown.deed.permissions.join(', ')}.</p>
          </details>
        </div>
      )}
      {shown && !shown.deed && (
        <div className="space-y-4">
          <p className="text-pretty text-body">{shown.why_not}</p>
          {shown.script && <Commands script={shown.script} />}
        </div>
      )}
    </Dialog>
  )
}
