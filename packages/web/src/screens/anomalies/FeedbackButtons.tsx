import type { Anomaly } from '@kept/domain/anomaly.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { feedbackLabels } from '../../anomalies/anomaly-text.ts'
import { useMe } from '../../shell/useMe.ts'

type Answer = NonNullable<Anomaly['feedback']>

interface FeedbackButtonsProps {
  feedback: Answer | null
  answeredBy: string
  /** The answer being saved. */
  pendingAnswer: Answer | null
  onAnswer(answer: Answer): void
}

/** The feedback on an anomaly, with buttons for users who may give it. */
export function FeedbackButtons({ feedback, answeredBy, pendingAnswer, onAnswer }: FeedbackButtonsProps) {
  const me = useMe().data
  return (
    <>
      <h3 className="mt-6 mb-2 text-body font-semibold">Feedback</h3>
      {feedback && (
        <p className="mb-2 text-small text-soft">
          {answeredBy || 'Someone'} answered: {feedbackLabels[feedback].toLowerCase()}.
        </p>
      )}
      {me?.permissions.includes('alerts:write') && (
        <div className="flex flex-wrap gap-2">
          {(['expected', 'not_useful', 'fixed'] as const).map((answer) => (
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
        </div>
      )}
    </>
  )
}
