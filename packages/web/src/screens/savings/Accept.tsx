import type { Recommendation, RecommendationOwner } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { type FormEvent, useId, useState } from 'react'
import { nameOfSelection, useDecisions } from '../../savings/useDecisions.ts'
import { useMe } from '../../shell/useMe.ts'
import { OwnerPicker } from './OwnerPicker.tsx'

interface AcceptProps {
  recommendations: readonly Recommendation[]
  onClose(): void
  onDone?(): void
}

/** Accepts recommendations with an owner and a due date. */
export function Accept({ recommendations, onClose, onDone }: AcceptProps) {
  const form = useId()
  const me = useMe().data
  const [first] = recommendations
  const existing =
    first && first.owner_type !== '' ? { type: first.owner_type, id: first.owner_id, name: first.owner } : null
  const [chosen, setChosen] = useState<RecommendationOwner | null>(existing)
  const owner = chosen ?? (me ? { type: 'person' as const, id: me.user.id, name: me.user.full_name } : null)
  const [due, setDue] = useState(first?.due_on ?? '')
  const { decide, deciding } = useDecisions()
  const isChange = recommendations.every(({ status }) => status === 'accepted')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    decide(
      recommendations,
      { decision: 'accept', due_on: due || null, owner: owner && { type: owner.type, id: owner.id } },
      () => {
        onClose()
        onDone?.()
      },
    )
  }
  const noun = recommendations.length === 1 ? 'this recommendation' : `${recommendations.length} recommendations`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isChange ? 'Change owner and due date' : `Accept ${noun}?`}
      description={`${nameOfSelection(recommendations)} moves to Accepted.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={form} isBusy={deciding}>
            {isChange ? 'Save' : 'Accept'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <div className="w-56">
          <p className="mb-1 text-small text-soft">Owner</p>
          <OwnerPicker
            owner={owner}
            onPick={setChosen}
            trigger={
              <Button className="w-full justify-start" aria-label={`Owner: ${owner?.name ?? 'no one'}`}>
                {owner?.name || 'Choose an owner'}
              </Button>
            }
          />
        </div>
        <div className="w-44">
          <Input label="Due" hint="Optional" type="date" value={due} onChange={(event) => setDue(event.target.value)} />
        </div>
      </form>
    </Dialog>
  )
}
