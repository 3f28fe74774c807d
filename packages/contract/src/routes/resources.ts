import { recommendationSchema } from '@kept/domain/finding.ts'
import { metricGrains, metricSeriesSchema } from '@kept/domain/metric.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import {
  inventoryItemSchema,
  resourceDetailsSchema,
  resourceFilterSchema,
  resourceGroupKeys,
  resourceSchema,
  resourceSorts,
} from '@kept/domain/resource.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Resources'

/** A resource's id as its bill writes it; slashes and colons are encoded in the address ("%2F", "%3A"). */
const one = { id: z.string().min(1).max(2048), provider: z.string().max(200).optional() }
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() }

export const inventoryResultSchema = z.object({
  items: z.int(),
  relations: z.int(),
  /** Items whose id the bill charges under as well. */
  in_bill: z.int(),
  set_aside: z.int(),
  set_aside_rows: z.array(z.object({ where: z.string(), reason: z.string(), value: z.string() })),
})
export type InventoryResult = z.infer<typeof inventoryResultSchema>

export const resources = {
  list: route({
    method: 'GET',
    path: '/v1/resources',
    summary: 'Resources of the current bills and inventories: searched, filtered, sorted, a page at a time',
    tag,
    needs: 'costs:read',
    input: resourceFilterSchema.extend({
      sort: z.enum(resourceSorts).default('cost'),
      order: z.enum(['asc', 'desc']).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** `meta.next` of the page before. */
      cursor: z.string().max(8000).optional(),
    }),
    output: z.object({
      data: z.array(resourceSchema),
      meta: z.object({
        /** Of the whole selection. */
        total: z.int(),
        totals: z.array(z.object({ currency: currencySchema, effective: decimalSchema, billed: decimalSchema })),
        next: z.string().nullable(),
      }),
    }),
  }),
  groups: route({
    method: 'GET',
    path: '/v1/resource-groups',
    summary: 'The same selection by provider, service, type, region, account, owner or state',
    tag,
    needs: 'costs:read',
    input: resourceFilterSchema.extend({ by: z.enum(resourceGroupKeys) }),
    output: answer(
      z.array(
        z.object({
          value: z.string(),
          name: z.string(),
          resources: z.int(),
          /** Of each resource's main currency. */
          costs: z.array(z.object({ currency: currencySchema, effective: decimalSchema })),
        }),
      ),
    ),
  }),
  get: route({
    method: 'GET',
    path: '/v1/resources/{id}',
    summary: 'One resource with its relations and what an inventory says of it',
    tag,
    needs: 'costs:read',
    input: z.object(one),
    output: answer(resourceDetailsSchema),
  }),
  costs: route({
    method: 'GET',
    path: '/v1/resources/{id}/costs',
    summary: 'What a resource cost, day by day and meter by meter',
    tag,
    needs: 'costs:read',
    input: z.object({ ...one, ...days }),
    output: answer(
      z.object({
        from: z.iso.date().nullable(),
        to: z.iso.date().nullable(),
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
    summary: 'The metrics of a resource: points, hours or days, with their percentiles',
    tag,
    needs: 'costs:read',
    input: z.object({
      ...one,
      ...days,
      grain: z.enum(metricGrains).default('hour'),
      /** Comma-separated; all of them when left out. */
      metrics: z.string().max(2000).optional(),
    }),
    output: answer(
      z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable(), series: z.array(metricSeriesSchema) }),
    ),
  }),
  findings: route({
    method: 'GET',
    path: '/v1/resources/{id}/findings',
    summary: 'Everything the rules ever found on a resource, with where it stands',
    tag,
    needs: 'findings:read',
    input: z.object(one),
    output: answer(z.array(recommendationSchema)),
  }),
  putInventory: route({
    method: 'POST',
    path: '/v1/resources/inventory',
    idempotency: 'idempotent',
    summary: 'What an inventory says of resources; an item again takes the place of the former one',
    tag,
    needs: 'costs:import',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ items: z.array(inventoryItemSchema).min(1).max(5_000) }),
    output: answer(inventoryResultSchema),
  }),
}
