import type { Anomaly } from '@kept/domain/anomaly.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import type { ReactNode } from 'react'
import { feedbackLabels } from '../../anomalies/anomaly-text.ts'
import { useMe } from '../../shell/useMe.ts'

type Answer = NonNullable<Anomaly['feedback']>

interface FeedbackButtonsProps {
  feedback: Answer | null
  answeredBy: string
  /** The answer being saved. */
  pendingAnswer: Answer | null
  onAnswer(answer: Answer): void
  /** More to do about it, after the answers. */
  children?: ReactNode
}

/** The feedback on an anomaly, with buttons for users who may give it. */
export function FeedbackButtons({ feedback, answeredBy, pendingAnswer, onAnswer, children }: FeedbackButtonsProps) {
  const me = useMe().data
  return (
    <>
      <h3 className="mt-5 mb-1 text-body font-semibold">Was it expected?</h3>
      <p className="mb-2 text-small text-soft">Your answer adjusts the next alerts of this scope.</p>
      {feedback && (
        <p className="mb-2 text-small text-soft">
          {answeredBy || 'Someone'} answered: {feedbackLabels[feedback].toLowerCase()}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {me?.permissions.includes('alerts:write') &&
          (['expected', 'not_useful', 'fixed'] as const).map((answer) => (
            <Button
              key={answer}
              size="small"
              aria-pressed={feedback === answer}
              isBusy={pendingAnswer === answer}
              onClick={() => onAnswer(answer)}
            >
              {feedbackLabels[answer]}
            </Button>
          ))}
        {children}
      </div>
    </>
  )
}
