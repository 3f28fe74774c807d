/** What a contract may choose about the method. It is part of every statement, and its hash of every entry. */
import * as z from 'zod'

const hours = z.int().min(1)

export const savingsConfigSchema = z.strictObject({
  /** `reporting`: both sides at the price of the hour. `smaller`: no avoided unit above its price before the action. */
  price_policy: z.enum(['reporting', 'smaller']).default('reporting'),
  /** A terminated resource that is back within this time takes back everything booked for it. */
  proof_window_hours: hours.default(14 * 24),
  /** How long an action of a kind counts unless it has its own horizon. */
  horizon_hours: z
    .strictObject({
      terminate: hours.default(365 * 24),
      rightsize: hours.default(365 * 24),
      demand: hours.default(365 * 24),
      commitment: hours.default(365 * 24),
      schedule: hours.default(90 * 24),
      loop_stop: hours.default(24),
      /** Whatever is done to a development environment, which would not have lived for a year. */
      development: hours.default(90 * 24),
    })
    .prefault({}),
  /** Loops that were stopped are shown as avoidance and not billed, unless the contract says so. */
  bills_avoidance: z.boolean().default(false),
})
export type SavingsConfig = z.infer<typeof savingsConfigSchema>
