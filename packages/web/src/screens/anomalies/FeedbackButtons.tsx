import type { Anomaly } from '@kept/domain/anomaly.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { feedbackWords } from '../../anomalies/words.ts'
import { useMe } from '../../shell/useMe.ts'

type Answer = NonNullable<Anomaly['feedback']>

interface FeedbackButtonsProps {
  feedback: Answer | null
  by: string
  /** The answer under way. */
  busy: Answer | null
  onAnswer(answer: Answer): void
}

/** What was it? Whoever may answer does; whoever may not sees what was answered. */
export function FeedbackButtons({ feedback, by, busy, onAnswer }: FeedbackButtonsProps) {
  const me = useMe().data
  return (
    <>
      <h3 className="mt-6 mb-2 text-body font-semibold">What was it?</h3>
      {feedback && (
        <p className="mb-2 text-small text-soft">
          {by || 'Somebody'} answered: {feedbackWords[feedback].toLowerCase()}.
        </p>
      )}
      {me?.permissions.includes('alerts:write') && (
        <div className="flex flex-wrap gap-2">
          {(['expected', 'not_useful', 'fixed'] as const).map((answer) => (
            <Button
              key={answer}
              size="small"
              aria-pressed={feedback === answer}
              busy={busy === answer}
              onClick={() => onAnswer(answer)}
            >
              {feedbackWords[answer]}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
