/** The guided tour: six screens, each with what to look for. The address holds the step, so that it can be left and shared. */
interface TourStep {
  to: string
  search?: Record<string, string>
  title: string
  text: string
}

export const tourSteps: readonly [TourStep, ...TourStep[]] = [
  {
    to: '/dashboard',
    title: 'Where your money goes',
    text: 'One sentence, four figures and what to do now. Every underlined figure opens its evidence.',
  },
  {
    to: '/costs',
    title: 'Ask any question of the bill',
    text: 'Click a bar or a row to go from service to account, resource and line. “Why did this change?” splits a change into its causes.',
  },
  {
    to: '/savings',
    title: 'What you can save',
    text: 'One row per resource with its evidence. Accept, assign or dismiss it. Estimates count no money twice.',
  },
  {
    to: '/loops',
    title: 'What burns right now',
    text: 'Loops in your traces and metrics, priced by your own bill. Stop one, or see the commands that do.',
  },
  {
    to: '/behavior',
    title: 'What runs while no one works',
    text: 'Environments without users, and schedules tested against twelve weeks of use.',
  },
  {
    to: '/savings',
    search: { tab: 'statements' },
    title: 'You pay for verified savings only',
    text: 'Each month is a signed statement. Open one, and let your browser verify it. Invoices come from nothing else.',
  },
]

export const tourStart = `${tourSteps[0].to}?tour=1`

/** The step that the address names, from 1; undefined for anything else. */
export function readTour(tour: string): { number: number; step: TourStep } | undefined {
  const step = /^\d$/.test(tour) ? tourSteps[Number(tour) - 1] : undefined
  return step && { number: Number(tour), step }
}
