/**
 * An action: a change made for a recommendation, which changes spend from an hour on. It starts in the first hour in
 * which the provider's own data show the change, not at the click.
 */
import * as z from 'zod'
import { hourSchema, timeZoneSchema } from './hour.ts'
import { decimalSchema } from './money.ts'

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')

const common = {
  id: z.string().min(1),
  effective_time: hourSchema,
  /** The first hour in which it no longer counts; null: the horizon of its kind decides. */
  expires: hourSchema.nullable().default(null),
  /** Hash of what showed that it happened. */
  evidence_hash: sha256Schema,
}

/** The resource it was done to, and the successors that turned out to be the same thing under another name. */
const onResource = {
  ...common,
  resource_ids: z.array(z.string().min(1)).min(1),
  /** Hash of the baseline, frozen before the action counts. */
  baseline_hash: sha256Schema,
  environment: z.enum(['production', 'development']).default('production'),
}

/** Local hours of the week that are switched off: 0 is Monday from midnight to one, 167 the last hour of Sunday. */
export const offMaskSchema = z.strictObject({
  time_zone: timeZoneSchema,
  hours_of_week: z.array(z.int().min(0).max(167)).min(1),
})
export type OffMask = z.infer<typeof offMaskSchema>

export const savingsActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...onResource, kind: z.literal('terminate') }),
  z.strictObject({ ...onResource, kind: z.literal('schedule'), off_mask: offMaskSchema }),
  z.strictObject({
    ...onResource,
    kind: z.literal('rightsize'),
    from_sku: z.string().min(1),
    to_sku: z.string().min(1),
  }),
  /** Less is used for the same demand: a fix in code, a cache. Modeled, so billed at its lower bound. */
  z.strictObject({ ...onResource, kind: z.literal('demand'), sku: z.string().min(1) }),
  /** A loop was stopped: it would have run on until it was noticed. Booked as avoidance. */
  z.strictObject({
    ...onResource,
    kind: z.literal('loop_stop'),
    sku: z.string().min(1),
    /** Quantity in an hour while it ran, as measured before the stop. */
    hourly_quantity: decimalSchema,
  }),
  /** A commitment we placed: what its usage costs less, minus what lay unused. */
  z.strictObject({ ...common, kind: z.literal('commitment'), commitment_ids: z.array(z.string().min(1)).min(1) }),
])
export type SavingsAction = z.infer<typeof savingsActionSchema>
/** An action on one resource, counted cell by cell. */
export type ResourceAction = Exclude<SavingsAction, { kind: 'commitment' }>
