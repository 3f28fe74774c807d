import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { MAX_REVIEWERS } from '@kept/domain/access-review.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { candidatesOf, Reviewers } from './Reviewers.tsx'

const defaultDays = 30

interface StartReviewProps {
  organization: string
  people: AccessControls['people']
  onStarted(id: string): void
  onClose(): void
}

/** The name, the last day and the reviewers of a new review. */
export function StartReview({ organization, people, onStarted, onClose }: StartReviewProps) {
  const client = useQueryClient()
  const candidates = candidatesOf(people)
  const [name, setName] = useState('Access review')
  const [dueDate, setDueDate] = useState(dayIn(defaultDays))
  const [reviewers, setReviewers] = useState(candidates.map(({ id }) => id).slice(0, MAX_REVIEWERS))
  const [revokeOverdue, setRevokeOverdue] = useState(false)
  const start = useMutation(
    api.accessReviews.start.mutationOptions({
      async onSuccess({ data }) {
        await client.invalidateQueries({ queryKey: api.accessReviews.key() })
        onStarted(data.id)
      },
    }),
  )
  const isIncomplete = name.trim() === '' || dueDate === '' || reviewers.length === 0
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Start an access review"
      description="Every user, custom role, role of a group and API key is confirmed or revoked."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={start.isPending}
            disabled={isIncomplete}
            onClick={() =>
              start.mutate({ organization, name, due_date: dueDate, reviewers, revoke_overdue: revokeOverdue })
            }
          >
            Start review
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {start.error && <Notice tone="leak">{sentenceOf(start.error)}</Notice>}
        <Input label="Name" value={name} maxLength={120} onChange={({ target }) => setName(target.value)} />
        <Input
          label="Last day"
          type="date"
          value={dueDate}
          min={dayIn(0)}
          onChange={({ target }) => setDueDate(target.value)}
        />
        <Reviewers candidates={candidates} reviewers={reviewers} onChange={setReviewers} />
        <Checkbox checked={revokeOverdue} onChange={setRevokeOverdue}>
          Revoke what is undecided after the last day
        </Checkbox>
      </div>
    </Dialog>
  )
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
}
