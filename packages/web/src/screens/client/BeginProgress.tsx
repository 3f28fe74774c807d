import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { Link } from '@tanstack/react-router'
import { type Step, stepTitles } from '../../beginning/steps.ts'

interface BeginProgressProps {
  steps: readonly Step[]
  onPutAway(): void
}

/** How far the organization has begun, until it has or this person puts it away. */
export function BeginProgress({ steps, onPutAway }: BeginProgressProps) {
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
        <Button tone="quiet" onClick={onPutAway}>
          Dismiss
        </Button>
      </div>
    </section>
  )
}
