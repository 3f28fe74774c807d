import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import type { AccessReviewSchedule } from '@kept/contract/routes/access-reviews.ts'
import { MAX_REVIEW_DAYS, MAX_REVIEW_INTERVAL_DAYS, MIN_REVIEW_INTERVAL_DAYS } from '@kept/domain/access-review.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { Reviewers } from './Reviewers.tsx'
import { describeReviewSchedule } from './review-labels.ts'

interface ReviewScheduleProps {
  organization: string
  candidates: AccessControls['people']
  mayChange: boolean
}

/** How often a review starts by itself. */
export function ReviewSchedule({ organization, candidates, mayChange }: ReviewScheduleProps) {
  const [isEditing, setEditing] = useState(false)
  const query = useQuery(api.accessReviews.schedule.queryOptions({ input: { organization } }))
  const schedule = query.data?.data
  if (!schedule) return null
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 text-small text-soft">
      <p>{describeReviewSchedule(schedule)}</p>
      {mayChange && (
        <Button size="small" onClick={() => setEditing(true)}>
          Change schedule<span className="sr-only"> of access reviews</span>
        </Button>
      )}
      {isEditing && (
        <ScheduleDialog
          organization={organization}
          schedule={schedule}
          candidates={candidates}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}

interface ScheduleDialogProps {
  organization: string
  schedule: AccessReviewSchedule
  candidates: AccessControls['people']
  onClose(): void
}

function ScheduleDialog({ organization, schedule, candidates, onClose }: ScheduleDialogProps) {
  const client = useQueryClient()
  const today = new Date().toISOString().slice(0, 10)
  const [enabled, setEnabled] = useState(schedule.enabled || schedule.updated_by === '')
  const [everyDays, setEveryDays] = useState(String(schedule.every_days))
  const [withinDays, setWithinDays] = useState(String(schedule.decide_within_days))
  const [firstDate, setFirstDate] = useState(schedule.next_start_at?.slice(0, 10) ?? today)
  const [revokeOverdue, setRevokeOverdue] = useState(schedule.revoke_overdue)
  const [reviewers, setReviewers] = useState(
    schedule.reviewers.map(({ id }) => id).filter((id) => candidates.some((candidate) => candidate.id === id)),
  )
  const save = useMutation(
    api.accessReviews.updateSchedule.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.accessReviews.key() })
        toasts.show({ title: 'Schedule of access reviews saved' })
        onClose()
      },
    }),
  )
  const submit = () =>
    save.mutate({
      ...{ organization, enabled, reviewers, revoke_overdue: revokeOverdue },
      ...{ every_days: Number(everyDays), decide_within_days: Number(withinDays) },
      // A first date that has passed meanwhile means today.
      ...(enabled && { first_date: firstDate < today ? today : firstDate }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Schedule of access reviews"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" isBusy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {save.error && <Notice tone="leak">{sentenceOf(save.error)}</Notice>}
        <Checkbox checked={enabled} onChange={setEnabled}>
          Start reviews automatically
        </Checkbox>
        {enabled && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <Input
                label="Days between reviews"
                type="number"
                min={MIN_REVIEW_INTERVAL_DAYS}
                max={MAX_REVIEW_INTERVAL_DAYS}
                value={everyDays}
                onChange={({ target }) => setEveryDays(target.value)}
              />
              <Input
                label="Days to decide"
                type="number"
                min={1}
                max={MAX_REVIEW_DAYS}
                value={withinDays}
                onChange={({ target }) => setWithinDays(target.value)}
              />
            </div>
            <Input
              label="Next review"
              type="date"
              min={today}
              value={firstDate}
              onChange={({ target }) => setFirstDate(target.value)}
            />
            <Reviewers
              candidates={candidates}
              reviewers={reviewers}
              hint="Without a selection, everyone listed here reviews."
              onChange={setReviewers}
            />
            <Checkbox checked={revokeOverdue} onChange={setRevokeOverdue}>
              Revoke what is undecided after the last day
            </Checkbox>
          </>
        )}
      </div>
    </Dialog>
  )
}
