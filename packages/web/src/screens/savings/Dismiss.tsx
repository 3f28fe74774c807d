import type { Recommendation } from '@kept/domain/recommendation.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useRecommendationActions } from './useRecommendationActions.ts'

interface DismissProps {
  recommendation: Recommendation
  open: boolean
  onOpenChange(open: boolean): void
  onDone(): void
}

/** Common reasons. Any other text is allowed. */
const common = ['Needed as it is', 'Not worth the effort', 'Already in progress', 'The evidence is wrong']

/** Dismisses a recommendation with a reason, which is stored and helps to evaluate the rule. */
export function Dismiss({ recommendation, open, onOpenChange, onDone }: DismissProps) {
  const form = useId()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [missing, setMissing] = useState(false)
  const { dismiss, dismissing } = useRecommendationActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    dismiss(recommendation.id, { reason: reason.trim(), until: until || null }, () => {
      onOpenChange(false)
      onDone()
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Dismiss this recommendation?"
      description={`“${recommendation.title}” leaves the open list and its totals. You can reopen it at any time.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={dismissing}>
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
        <div className="mt-3 w-48">
          <Input
            label="Until"
            hint="Leave empty to dismiss permanently"
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
  return utcDay(Date.now() + dayMs)
}
