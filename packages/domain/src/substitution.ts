/**
 * Evidence that capacity moved instead of disappearing: which resources replaced what an action removed, and from when.
 * It is part of the statement, so that whoever verifies one counts the same replacements.
 */
import * as z from 'zod'
import { hourSchema } from './hour.ts'
import { decimalSchema } from './money.ts'

/**
 * `identity`: the same name, scaling group, infrastructure-code address or host. `presumed`: the same purpose and the
 * same days.
 */
export const replacementMatchSchema = z.enum(['identity', 'presumed'])
export type ReplacementMatch = z.infer<typeof replacementMatchSchema>

export const replacementSchema = z.strictObject({
  resource: z.string().min(1),
  /** The first hour in which the bill shows it; from then on it counts with its cost on the bill. */
  begins: hourSchema,
  /**
   * Cost per hour with which it counts between the action and its first hour: a few hours or days without either are a
   * move, not a saving.
   */
  hourly_cost: decimalSchema,
  /** What it has in common with the removed resource, for people: `Name "api"`. */
  shared: z.string().min(1),
})
export type Replacement = z.infer<typeof replacementSchema>

export const substitutionMatchSchema = z.strictObject({
  match: replacementMatchSchema,
  /** Actions whose capacity was replaced, in the order of their ids. */
  actions: z.array(z.string().min(1)).min(1),
  replacements: z.array(replacementSchema).min(1),
  /**
   * Contracted cost per hour of these resources before the action, together: one value, or 168 by hour of the week in UTC.
   * Only what is above it replaces anything.
   */
  usual_hourly_costs: z.union([z.array(decimalSchema).length(1), z.array(decimalSchema).length(168)]),
  /** Highest cost per hour that counts as replaced; null: all of it. */
  hourly_limit: decimalSchema.nullable(),
})
export type SubstitutionMatch = z.infer<typeof substitutionMatchSchema>

/** A smaller size with more units: `after` units deliver what `before` units delivered. */
export const shapeChangeSchema = z.strictObject({
  action: z.string().min(1),
  before: decimalSchema,
  after: decimalSchema,
})
export type ShapeChange = z.infer<typeof shapeChangeSchema>

export const substitutionSchema = z.strictObject({
  matches: z.array(substitutionMatchSchema),
  shapes: z.array(shapeChangeSchema),
})
export type Substitution = z.infer<typeof substitutionSchema>

export const noSubstitution: Substitution = { matches: [], shapes: [] }
