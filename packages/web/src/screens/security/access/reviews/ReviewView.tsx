import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessReviewWithItems } from '@kept/contract/routes/access-reviews.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { api } from '../../../../api/client.ts'
import { Loaded } from '../../../../api/Loaded.tsx'
import { useMe } from '../../../../shell/useMe.ts'
import { useSearchState } from '../../../../url/useSearchState.ts'
import { ReviewItems } from './ReviewItems.tsx'
import { lastDayOf, progressOf, stateOf } from './review-labels.ts'

interface ReviewViewProps {
  organization: string
  id: string
  mayCancel: boolean
}

/** One review: who has access, and the reviewer's decisions. */
export default function ReviewView({ organization, id, mayCancel }: ReviewViewProps) {
  const client = useQueryClient()
  const me = useMe().data?.user.id
  const [, setSearch] = useSearchState()
  const query = useQuery(api.accessReviews.get.queryOptions({ input: { organization, id } }))
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: api.accessReviews.key() })
    await client.invalidateQueries({ queryKey: api.accessControls.key() })
  }
  const onError = (error: unknown) =>
    toasts.show({ tone: 'error', title: 'Nothing was changed', body: sentenceOf(error) })
  const decide = useMutation(api.accessReviews.decide.mutationOptions({ onSuccess: refresh, onError }))
  const cancel = useMutation(api.accessReviews.cancel.mutationOptions({ onSuccess: refresh, onError }))
  return (
    <>
      <Button size="small" icon={<ArrowLeft size={14} />} onClick={() => setSearch({ review: '' })}>
        Access
      </Button>
      <Loaded query={query} failed="This review could not be loaded.">
        {({ data }) => (
          <section aria-label={data.name} className="mt-4">
            <Head review={data} />
            {mayCancel && data.status === 'open' && (
              <div className="mt-3">
                <ConfirmButton
                  size="small"
                  label="Cancel review"
                  title={`Cancel "${data.name}"?`}
                  description={`What was decided stays. ${counted(data.counts.pending, 'item')} would stay undecided.`}
                  act="Cancel review"
                  isBusy={cancel.isPending}
                  onAct={() => cancel.mutate({ organization, id })}
                />
              </div>
            )}
            <ReviewItems
              items={data.items}
              ownId={data.reviewers.length > 1 ? me : undefined}
              mayDecide={data.status === 'open' && data.reviewers.some((reviewer) => reviewer.id === me)}
              isBusy={decide.isPending}
              onDecide={(decision) => decide.mutateAsync({ organization, id, ...decision })}
            />
          </section>
        )}
      </Loaded>
    </>
  )
}

function Head({ review }: { review: AccessReviewWithItems }) {
  const { label, tone } = stateOf(review)
  const overdue = review.revoke_overdue
    ? 'What is undecided then is revoked.'
    : 'What is undecided then stays, and the reviewers are reminded every day.'
  return (
    <>
      <h2 className="font-semibold text-lead">
        {review.name} <Badge tone={tone}>{label}</Badge>
      </h2>
      <p className="mt-1 text-small text-soft">
        {progressOf(review)}. Until {formatDay(lastDayOf(review))}, by{' '}
        {review.reviewers.map(({ name }) => name).join(', ')}.{review.status === 'open' && ` ${overdue}`}
        {review.status === 'completed' && ' It is evidence of the requirements that ask for a review.'}
      </p>
    </>
  )
}
