/** Which steps of a campaign are to be taken for an overdue invoice today. */
import type { DunningStep } from '@kept/domain/billing/dunning.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'

interface OverdueInvoice {
  readonly dueOn: string
  readonly today: string
  readonly steps: readonly DunningStep[]
  /** Steps that were taken or skipped before. */
  readonly past: readonly DunningStep[]
}

interface DunningPlan {
  readonly take: DunningStep[]
  /** Would come too late: a later reminder, or a later attempt to charge, is due as well. */
  readonly skip: DunningStep[]
}

/** After days without a run, several steps are due at once: the customer gets one email and one charge, not all of them. */
export function planDunning({ dueOn, today, steps, past }: OverdueInvoice): DunningPlan {
  const daysOverdue = daysBetween(dueOn, today)
  const isPast = (step: DunningStep) =>
    past.some(({ days_after_due, action }) => days_after_due === step.days_after_due && action === step.action)
  const due = steps.filter((step) => step.days_after_due <= daysOverdue && !isPast(step))
  const isSuperseded = (step: DunningStep, index: number) =>
    due.slice(index + 1).some((later) => sortOf(later) !== 'other' && sortOf(later) === sortOf(step))
  return {
    take: due.filter((step, index) => !isSuperseded(step, index)),
    skip: due.filter((step, index) => isSuperseded(step, index)),
  }
}

function sortOf({ action }: DunningStep): 'reminder' | 'charge' | 'other' {
  if (action === 'reminder' || action === 'second_reminder') return 'reminder'
  return action === 'retry_charge' ? 'charge' : 'other'
}
