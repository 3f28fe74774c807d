import type { Recommendation } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { nameOfSelection, useDecisions } from './useDecisions.ts'

interface DismissProps {
  recommendations: readonly Recommendation[]
  onClose(): void
  onDone?(): void
}

/** Common reasons. Any other text is allowed. */
const common = ['Needed as it is', 'Not worth the effort', 'Already in progress', 'The evidence is wrong']

/** Dismisses recommendations with a reason, which is stored and helps to evaluate the rule. */
export function Dismiss({ recommendations, onClose, onDone }: DismissProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { decide, deciding } = useDecisions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    decide(recommendations, { decision: 'dismiss', reason: reason.trim() }, () => {
      onClose()
      onDone?.()
    })
  }
  const noun = recommendations.length === 1 ? 'this recommendation' : `${recommendations.length} recommendations`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Dismiss ${noun}?`}
      description={`${nameOfSelection(recommendations)} leaves the open list and its totals. You can reopen it at any time.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={deciding}>
            Dismiss
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <div className="mb-3 flex flex-wrap gap-1.5">
          {common.map((commonReason) => (
            <Button
              key={commonReason}
              size="small"
              aria-pressed={reason === commonReason}
              onClick={() => setReason(commonReason)}
            >
              {commonReason}
            </Button>
          ))}
        </div>
        <TextArea
          label="Reason"
          aria-required
          maxLength={500}
          value={reason}
          error={missing && reason.trim() === '' ? 'Enter a reason.' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
