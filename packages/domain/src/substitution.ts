/**
 * Evidence that capacity moved instead of disappearing: which resources replaced what an action removed, and from when.
 * It is part of the statement, so that verifying it counts the same replacements.
 */
import * as z from 'zod'
import { savingsActionSchema } from './action.ts'
import { hourSchema } from './hour.ts'
import { decimalSchema } from './money.ts'

/**
 * `identity`: the same name, scaling group, infrastructure-code address or host. `presumed`: the same purpose and the
 * same days. `group`: resources of the same purpose that were there before and together cost more since.
 */
export const replacementMatchSchema = z.enum(['identity', 'presumed', 'group'])
export type ReplacementMatch = z.infer<typeof replacementMatchSchema>

const replacementSchema = z.strictObject({
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

const substitutionMatchSchema = z.strictObject({
  match: replacementMatchSchema,
  /** Actions whose capacity was replaced, in the order of their ids. */
  actions: z.array(z.string().min(1)).min(1),
  replacements: z.array(replacementSchema).min(1),
  /**
   * Contracted cost per hour of these resources before the action, together: one value, or 168 by hour of the week in UTC.
   * Only what is above it replaces anything.
   */
  baseline_hourly_costs: z.union([z.array(decimalSchema).length(1), z.array(decimalSchema).length(168)]),
  /** Highest cost per hour that counts as replaced; null: all of it. */
  hourly_limit: decimalSchema.nullable(),
})
export type SubstitutionMatch = z.infer<typeof substitutionMatchSchema>

/**
 * A smaller size with more units: `after` units deliver what `before` units delivered. Of a schedule, costs per hour that
 * stays on: work moved into these hours.
 */
const shapeChangeSchema = z.strictObject({
  action: z.string().min(1),
  before: decimalSchema,
  after: decimalSchema,
})
export type ShapeChange = z.infer<typeof shapeChangeSchema>

/** A group whose costs vary too much to tell whether it took over what an action removed; amounts per hour. */
const uncertainGroupSchema = z.strictObject({
  actions: z.array(z.string().min(1)).min(1),
  resources: z.int().min(1),
  growth: decimalSchema,
  /** How far a week of the group lay from its other weeks before the action. */
  uncertainty: decimalSchema,
})
export type UncertainGroup = z.infer<typeof uncertainGroupSchema>

/** Demand in the weeks before and after an action, per hour: growth by the same factor replaces nothing. */
const demandGrowthSchema = z.strictObject({
  action: z.string().min(1),
  before: decimalSchema,
  after: decimalSchema,
})
export type DemandGrowth = z.infer<typeof demandGrowthSchema>

/** What was searched for replacements, so that the search can be repeated with the same bill and result. */
const substitutionSearchSchema = z.strictObject({
  /** The bill from its first hour to before its last one, and how many hours of it have usage. */
  from: hourSchema,
  until: hourSchema,
  covered_hours: z.int().min(0),
  /** Actions of other months, whose resources were not taken for replacements. */
  other_actions: z.array(savingsActionSchema),
  /** Declared by a person, with a reason, as unrelated to an action. */
  unrelated: z.array(z.strictObject({ action: z.string().min(1), resource: z.string().min(1) })),
  demand: z.array(demandGrowthSchema),
})
export type SubstitutionSearched = z.infer<typeof substitutionSearchSchema>

export const substitutionSchema = z.strictObject({
  matches: z.array(substitutionMatchSchema),
  shapes: z.array(shapeChangeSchema),
  uncertain_groups: z.array(uncertainGroupSchema).optional(),
  /** Left out where no action removed capacity, so that nothing was searched. */
  search: substitutionSearchSchema.optional(),
})
export type Substitution = z.infer<typeof substitutionSchema>

export const noSubstitution: Substitution = { matches: [], shapes: [] }
