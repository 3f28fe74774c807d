import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import type { AccessReview } from '@kept/contract/routes/access-reviews.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { Loaded } from '../../../../api/Loaded.tsx'
import { SettingRow } from '../../../../shell/SettingRow.tsx'
import { useSearchState } from '../../../../url/useSearchState.ts'
import { candidatesOf } from './Reviewers.tsx'
import { ReviewSchedule } from './ReviewSchedule.tsx'
import { lastDayOf, progressOf, stateOf } from './review-labels.ts'
import { StartReview } from './StartReview.tsx'

const historyLength = 12

interface AccessReviewsProps {
  organization: string
  people: AccessControls['people']
  mayStart: boolean
}

/** The reviews of the organization, the newest first. The opened one stands in the address. */
export function AccessReviews({ organization, people, mayStart }: AccessReviewsProps) {
  const [, setSearch] = useSearchState()
  const [isStarting, setStarting] = useState(false)
  const query = useQuery(
    api.accessReviews.list.queryOptions({ input: { organization, page: 1, page_size: historyLength } }),
  )
  return (
    <Loaded query={query} failed="Access reviews could not be loaded.">
      {({ data }) => (
        <div className="max-w-3xl">
          <ReviewSchedule organization={organization} candidates={candidatesOf(people)} mayChange={mayStart} />
          {data.map((review) => (
            <SettingRow key={review.id} title={<ReviewTitle {...review} />} description={describe(review)}>
              <Button size="small" onClick={() => setSearch({ review: review.id })}>
                {review.status === 'open' ? 'Review' : 'Open'}
                <span className="sr-only"> {review.name}</span>
              </Button>
            </SettingRow>
          ))}
          {data.length === 0 && (
            <p className="text-small text-soft">
              No reviews. In a review, everyone's access is confirmed or revoked by a date.
            </p>
          )}
          {mayStart && !data.some(({ status }) => status === 'open') && (
            <Button className="mt-3" onClick={() => setStarting(true)}>
              Start an access review
            </Button>
          )}
          {isStarting && (
            <StartReview
              organization={organization}
              people={people}
              onStarted={(review) => {
                setStarting(false)
                setSearch({ review })
              }}
              onClose={() => setStarting(false)}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function ReviewTitle(review: AccessReview) {
  const { label, tone } = stateOf(review)
  return (
    <>
      {review.name} <Badge tone={tone}>{label}</Badge>
    </>
  )
}

function describe(review: AccessReview): string {
  const reviewers = review.reviewers.map(({ name }) => name).join(', ')
  return `${progressOf(review)}. Until ${formatDay(lastDayOf(review))}, by ${reviewers}.`
}
