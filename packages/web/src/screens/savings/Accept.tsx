import type { Recommendation } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useMe } from '../../shell/useMe.ts'
import { useRecommendationActions } from './useRecommendationActions.ts'

interface AcceptProps {
  recommendation: Recommendation
  open: boolean
  onOpenChange(open: boolean): void
}

/** Accepts a recommendation with an owner and a due date. */
export function Accept({ recommendation, open, onOpenChange }: AcceptProps) {
  const form = useId()
  const me = useMe().data
  const [owner, setOwner] = useState(recommendation.owner || (me?.user.full_name ?? ''))
  const [due, setDue] = useState(recommendation.due_on ?? '')
  const { accept, accepting } = useRecommendationActions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept(recommendation.id, { owner: owner.trim(), due_on: due || null }, () => onOpenChange(false))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={recommendation.status === 'accepted' ? 'Change owner and due date' : 'Accept this recommendation?'}
      description={`“${recommendation.title}” moves to the pipeline.`}
      actions={
        <>
          <Button tone="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={accepting}>
            {recommendation.status === 'accepted' ? 'Save' : 'Accept'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-wrap gap-3">
        <div className="w-56">
          <Input
            label="Owner"
            hint="Defaults to you"
            maxLength={200}
            value={owner}
            onChange={(event) => setOwner(event.target.value)}
          />
        </div>
        <div className="w-44">
          <Input label="Due" hint="Optional" type="date" value={due} onChange={(event) => setDue(event.target.value)} />
        </div>
      </form>
    </Dialog>
  )
}
