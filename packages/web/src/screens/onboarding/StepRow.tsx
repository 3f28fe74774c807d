import { Button } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Step, stepTitles } from '../../onboarding/steps.ts'

interface StepRowProps {
  number: number
  step: Step
  open: boolean
  onOpen(): void
  onSkip(): void
  children: ReactNode
}

/** One step: what is there of it, and its form while it is the one at hand. */
export function StepRow({ number, step: { name, state, description }, open, onOpen, onSkip, children }: StepRowProps) {
  const title = stepTitles[name]
  const done = state === 'done'
  return (
    <li aria-current={open ? 'step' : undefined} className="py-4">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={cx(
            'figure flex size-6 shrink-0 items-center justify-center rounded-full border text-micro font-semibold',
            done ? 'border-ink bg-ink text-paper' : open ? 'border-ink' : 'border-edge text-faint',
          )}
        >
          {done ? <Check size={13} strokeWidth={3} /> : number}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className={cx('text-lead', open || done ? 'font-semibold' : 'text-soft')}>
            {title}
            {done && <span className="sr-only"> (done)</span>}
          </h2>
          {done && <p className="truncate text-small text-soft">{description}</p>}
          {state === 'skipped' && !open && <p className="text-small text-faint">Skipped. You can do this any time.</p>}
        </div>
        {!open && (
          <Button size="small" tone="quiet" onClick={onOpen}>
            {done ? 'More' : 'Open'}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
        {open && !done && (
          <Button size="small" tone="quiet" onClick={onSkip}>
            Skip<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      {open && <div className="mt-4 pl-9 max-sm:pl-0">{children}</div>}
    </li>
  )
}
