import { Button } from '@kept/ui/controls/Button.tsx'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Search } from '../url/search.ts'
import { readTour, tourSteps } from './tour-steps.ts'

/** One step of the guided tour, over the screen it is about. Any other link leaves the tour, as does its button. */
export default function TourPanel({ tour }: { tour: string }) {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = readTour(tour)
  if (!current) return null
  const { number, step } = current
  const goTo = (next: number) => {
    const { to, search } = tourSteps[next - 1] ?? step
    void navigate({ to, search: { ...search, tour: `${next}` } })
  }
  const leave = () =>
    void navigate({ to: pathname, search: (old: Search) => ({ ...old, tour: undefined }), resetScroll: false })
  const isLast = number === tourSteps.length
  return (
    <section
      aria-label="Guided tour"
      className="fixed right-3 bottom-3 left-3 z-40 rounded-base border border-rule-strong bg-raised p-4 shadow-lg sm:left-auto sm:w-96 print:hidden"
    >
      <div aria-live="polite">
        <p className="figure text-small text-soft">
          Step {number} of {tourSteps.length}
        </p>
        <h2 className="mt-1 text-lead font-semibold">{step.title}</h2>
        <p className="mt-1 text-body text-soft">{step.text}</p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {!isLast && (
          <Button tone="primary" onClick={() => goTo(number + 1)}>
            Next
          </Button>
        )}
        {number > 1 && <Button onClick={() => goTo(number - 1)}>Back</Button>}
        <Button tone={isLast ? 'primary' : 'quiet'} onClick={leave}>
          {isLast ? 'Finish' : 'Leave the tour'}
        </Button>
      </div>
    </section>
  )
}
