import type { Finding } from '@kept/domain/finding.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useFindingActions } from './useFindingActions.ts'

interface DismissProps {
  finding: Finding
  open: boolean
  onOpenChange(open: boolean): void
  onDone(): void
}

/** Often said; a person may say it otherwise. */
const common = ['Needed as it is', 'Not worth the effort', 'Already being done', 'The evidence is wrong']

/** Dismissing asks why: the reason is kept with the finding and helps to judge the rule. */
export function Dismiss({ finding, open, onOpenChange, onDone }: DismissProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [missing, setMissing] = useState(false)
  const { dismiss, dismissing } = useFindingActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    dismiss(finding.id, { reason: reason.trim(), until: until || null }, () => {
      onOpenChange(false)
      onDone()
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Dismiss this finding?"
      words={`“${finding.title}” leaves the open list and its totals. It can be taken back at any time.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Keep it open
          </Button>
          <Button tone="primary" type="submit" form={form} busy={dismissing}>
            Dismiss
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <div className="mb-3 flex flex-wrap gap-1.5">
          {common.map((words) => (
            <Button key={words} size="small" aria-pressed={reason === words} onClick={() => setReason(words)}>
              {words}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          aria-required
          maxLength={500}
          value={reason}
          error={missing && reason.trim() === '' ? 'Say in a few words why; it is kept with the finding.' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="mt-3 w-48">
          <Input
            label="Until"
            hint="Empty: for good"
            type="date"
            min={tomorrow()}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
      </form>
    </Dialog>
  )
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
}
