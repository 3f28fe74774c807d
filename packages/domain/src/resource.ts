/** A resource: what the bill charges under one ResourceId, enriched by what an inventory knows about it. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'
import { lineSchema } from './name.ts'

/**
 * How one resource stands to another, read from the first: a disk is attached to a machine, a machine stands behind a
 * balancer, a machine uses the image it was started from.
 */
const relationKinds = ['attached_to', 'behind', 'member_of', 'uses'] as const
const relationKindSchema = z.enum(relationKinds)
export type RelationKind = z.infer<typeof relationKindSchema>

const idSchema = z.string().trim().min(1).max(2048)
const wordSchema = z.string().trim().max(300)

const relationSchema = z.object({ kind: relationKindSchema, resource_id: idSchema })
export type Relation = z.infer<typeof relationSchema>

/** One thing as an inventory lists it. What is left out stays as the bill has it; a list of relations replaces the former one. */
export const inventoryItemSchema = z.object({
  /** As the bill writes it, or a cloud's short name ("aws"). */
  provider: wordSchema.min(1),
  resource_id: idSchema,
  name: lineSchema(300).default(''),
  type: wordSchema.default(''),
  /** "m6i.xlarge", "Standard_D4s_v5", "500 GB". */
  size: wordSchema.default(''),
  /** As its cloud says it: "running", "stopped", "deallocated", "available", "in-use". */
  state: wordSchema.default(''),
  /** Since when it is in that state. */
  state_since: z.iso.datetime({ offset: true }).nullish(),
  tags: z.record(z.string().max(300), z.string().max(1000)).default({}),
  owner: wordSchema.default(''),
  created_at: z.iso.datetime({ offset: true }).nullish(),
  billing_account_id: wordSchema.default(''),
  sub_account_id: wordSchema.default(''),
  sub_account_name: lineSchema(300).default(''),
  service: wordSchema.default(''),
  region: wordSchema.default(''),
  /** What rules ask of it beyond that: "retention_days", "source_volume", "iops", "backends". */
  attributes: z.record(z.string().max(100), z.string().max(2000)).default({}),
  relations: z.array(relationSchema).max(1000).default([]),
})
export type InventoryItem = z.output<typeof inventoryItemSchema>

/** What it cost in the last 30 days of the bill, in one currency. */
const resourceCostSchema = z.object({
  currency: currencySchema,
  effective: decimalSchema,
  billed: decimalSchema.nullable(),
})

export const resourceSchema = z.object({
  provider: z.string(),
  resource_id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.string(),
  state: z.string(),
  owner: z.string(),
  billing_account_id: z.string(),
  sub_account_id: z.string(),
  sub_account_name: z.string(),
  service: z.string(),
  region: z.string(),
  tags: z.record(z.string(), z.string()),
  created_at: z.iso.datetime().nullable(),
  first_charged_on: z.iso.date().nullable(),
  last_charged_on: z.iso.date().nullable(),
  /** Empty: the inventory knows it, the bill does not. Two currencies are never added. */
  costs: z.array(resourceCostSchema),
  /** Where Kept knows it from. */
  in_bill: z.boolean(),
  in_inventory: z.boolean(),
  recommendations: z.object({ open: z.int(), monthly_savings: decimalSchema.nullable() }),
})
export type Resource = z.infer<typeof resourceSchema>

/** The same with everything an inventory says, and who it stands with. */
export const resourceDetailsSchema = resourceSchema.extend({
  attributes: z.record(z.string(), z.string()),
  state_since: z.iso.datetime().nullable(),
  observed_at: z.iso.datetime().nullable(),
  /** Tags that the policy of the organization requires, and this resource lacks. */
  lacking_tags: z.array(z.string()),
  relations: z.array(
    z.object({
      kind: relationKindSchema,
      /** `out`: this resource is attached to, behind or a member of the other; `in`: the other is of this one. */
      direction: z.enum(['out', 'in']),
      resource_id: z.string(),
      name: z.string(),
      type: z.string(),
      exists: z.boolean(),
    }),
  ),
})
export type ResourceDetails = z.infer<typeof resourceDetailsSchema>

/** What a list of resources is narrowed to. */
export const resourceFilterSchema = z.object({
  /** Words of id, name or tag values; all must be there. */
  search: z.string().max(200).optional(),
  provider: z.string().max(200).optional(),
  service: z.string().max(300).optional(),
  type: z.string().max(300).optional(),
  region: z.string().max(100).optional(),
  sub_account: z.string().max(300).optional(),
  owner: z.string().max(300).optional(),
  state: z.string().max(100).optional(),
  currency: z.string().max(10).optional(),
  /** "key" or "key:value". */
  tag: z.string().max(1300).optional(),
  with_recommendations: z.enum(['true', 'false']).optional(),
  /** Only resources that lack a tag which the policy of the organization requires. */
  without_required_tags: z.literal('true').optional(),
})
export type ResourceFilter = z.infer<typeof resourceFilterSchema>
