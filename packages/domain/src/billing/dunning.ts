/** Dunning: what happens after an invoice is overdue, step by step, per currency. */
import * as z from 'zod'
import { currencySchema } from '../money.ts'
import { dunningActions } from './dunning-actions.ts'

export const dunningActionSchema = z.enum(dunningActions)

const dunningStepSchema = z.strictObject({
  days_after_due: z.int().min(0).max(365),
  action: dunningActionSchema,
})
export type DunningStep = z.infer<typeof dunningStepSchema>

export const dunningCampaignSchema = z
  .strictObject({
    currency: currencySchema,
    enabled: z.boolean(),
    steps: z.array(dunningStepSchema).max(20),
  })
  .superRefine(({ steps }, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', path: ['steps'], message })
    const days = steps.map(({ days_after_due }) => days_after_due)
    if (days.some((day, index) => index > 0 && day < (days[index - 1] ?? 0))) add('must be ordered by days_after_due')
    if (new Set(steps.map(({ days_after_due, action }) => `${days_after_due} ${action}`)).size < steps.length)
      add('must not repeat an action on one day')
    if (steps.some(({ action }, index) => action === 'mark_uncollectible' && index < steps.length - 1))
      add('must have nothing after mark_uncollectible')
  })
export type DunningCampaign = z.infer<typeof dunningCampaignSchema>

/** Until the operator has set their own. Nothing is given up without the operator. */
export const defaultDunningSteps: readonly DunningStep[] = [
  { days_after_due: 3, action: 'reminder' },
  { days_after_due: 5, action: 'retry_charge' },
  { days_after_due: 10, action: 'second_reminder' },
  { days_after_due: 20, action: 'notify_operator' },
]

const dunningStepStates = ['done', 'skipped', 'failed'] as const
export const dunningStepStateSchema = z.enum(dunningStepStates)
export type DunningStepState = z.infer<typeof dunningStepStateSchema>
