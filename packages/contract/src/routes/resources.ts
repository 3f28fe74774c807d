import { metricGrains, metricSeriesSchema } from '@kept/domain/metric.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import { recommendationWithAlternativesSchema } from '@kept/domain/recommendation.ts'
import {
  inventoryItemSchema,
  resourceDetailsSchema,
  resourceFilterSchema,
  resourceSchema,
} from '@kept/domain/resource.ts'
import { resourceFacetKeys, resourceSorts } from '@kept/domain/resource-list.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Resources'

/** Resource ID as on the bill; slashes and colons are URL-encoded ("%2F", "%3A"). */
const resourceKey = { id: z.string().min(1).max(2048), provider: z.string().max(200).optional() }
const days = { start_date: z.iso.date().optional(), end_date: z.iso.date().optional() }

export const inventoryResultSchema = z.object({
  items: z.int(),
  relations: z.int(),
  /** Items whose ID also appears on the bill. */
  in_bill: z.int(),
  rejected: z.int(),
  rejected_rows: z.array(z.object({ location: z.string(), reason: z.string(), value: z.string() })),
})
export type InventoryResult = z.infer<typeof inventoryResultSchema>

export const resources = {
  list: route({
    method: 'GET',
    path: '/v1/resources',
    summary: 'List resources',
    description: 'Resources of the current bills and inventories.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: resourceFilterSchema.extend({
      sort: z.enum(resourceSorts).default('cost'),
      order: z.enum(['asc', 'desc']).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** `meta.next` of the previous page. */
      cursor: z.string().max(8000).optional(),
    }),
    output: z.object({
      data: z.array(resourceSchema),
      meta: z.object({
        /** Of all matching resources. */
        total: z.int(),
        totals: z.array(z.object({ currency: currencySchema, effective: decimalSchema, billed: decimalSchema })),
        next: z.string().nullable(),
      }),
    }),
  }),
  groups: route({
    method: 'GET',
    path: '/v1/resource-groups',
    summary: 'Group resources',
    description:
      'By provider, service, type, region, account, owner, state or tag. Takes the filters of the list. Groups by tag overlap: a resource is in one group for each of its tags.',
    tag,
    needs: 'costs:read',
    input: resourceFilterSchema.extend({ group_by: z.enum(resourceFacetKeys) }),
    output: answer(
      z.array(
        z.object({
          value: z.string(),
          name: z.string(),
          resources: z.int(),
          /** In the main currency of each resource. */
          costs: z.array(z.object({ currency: currencySchema, effective: decimalSchema })),
        }),
      ),
    ),
  }),
  get: route({
    method: 'GET',
    path: '/v1/resources/{id}',
    summary: 'Get a resource',
    description: 'With its relations and its inventory record.',
    tag,
    needs: 'costs:read',
    input: z.object(resourceKey),
    output: answer(resourceDetailsSchema),
  }),
  costs: route({
    method: 'GET',
    path: '/v1/resources/{id}/costs',
    summary: 'List costs of a resource',
    description: 'By day and meter.',
    tag,
    needs: 'costs:read',
    input: z.object({ ...resourceKey, ...days }),
    output: answer(
      z.object({
        start_date: z.iso.date().nullable(),
        end_date: z.iso.date().nullable(),
        currencies: z.array(
          z.object({
            currency: currencySchema,
            effective: decimalSchema,
            billed: decimalSchema.nullable(),
            days: z.array(z.object({ date: z.iso.date(), effective: decimalSchema, meter: z.string() })),
          }),
        ),
      }),
    ),
  }),
  metrics: route({
    method: 'GET',
    path: '/v1/resources/{id}/metrics',
    summary: 'List metrics of a resource',
    description: 'As points, hours or days, with percentiles.',
    tag,
    needs: 'costs:read',
    input: z.object({
      ...resourceKey,
      ...days,
      grain: z.enum(metricGrains).default('hour'),
      /** Comma-separated; defaults to all. */
      metrics: z.string().max(2000).optional(),
    }),
    output: answer(
      z.object({
        start_date: z.iso.date().nullable(),
        end_date: z.iso.date().nullable(),
        series: z.array(metricSeriesSchema),
      }),
    ),
  }),
  recommendations: route({
    method: 'GET',
    path: '/v1/resources/{id}/recommendations',
    summary: 'List recommendations for a resource',
    description: 'In every status.',
    tag,
    needs: 'recommendations:read',
    input: z.object(resourceKey),
    output: answer(z.array(recommendationWithAlternativesSchema)),
  }),
  putInventory: route({
    method: 'POST',
    path: '/v1/resources/inventory',
    idempotency: 'idempotent',
    summary: 'Import an inventory',
    description: 'An item replaces the earlier item of the same resource.',
    tag,
    needs: 'costs:import',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ items: z.array(inventoryItemSchema).min(1).max(5_000) }),
    output: answer(inventoryResultSchema),
  }),
}
