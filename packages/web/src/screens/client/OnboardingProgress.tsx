import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { Link } from '@tanstack/react-router'
import { type Step, stepTitles } from '../../onboarding/steps.ts'

interface OnboardingProgressProps {
  steps: readonly Step[]
  onDismiss(): void
}

/** The progress of onboarding, until it is complete or the user dismisses it. */
export function OnboardingProgress({ steps, onDismiss }: OnboardingProgressProps) {
  const done = steps.filter(({ state }) => state === 'done').length
  const next = steps.find(({ state }) => state === 'open')
  return (
    <section aria-label="Get started" className="mt-6 max-w-3xl rounded-base border border-rule bg-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-lead font-semibold">Get started</h2>
        <span className="figure text-small text-soft">
          {done} of {steps.length} done
        </span>
      </div>
      <div className="mt-3">
        <ProgressBar label="Setup progress" value={done / steps.length} />
      </div>
      <p className="mt-3 text-body text-soft">
        {next
          ? `Next: ${stepTitles[next.name].toLowerCase()}.`
          : 'You skipped the remaining steps. You can do them any time.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/onboarding" className={buttonClass('primary')}>
          {done === 0 ? 'Start' : 'Continue'}
        </Link>
        <Button tone="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
