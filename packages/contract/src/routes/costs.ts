import { costAnnotationInputSchema, costAnnotationSchema } from '@kept/domain/cost-annotation.ts'
import { costAnswerSchema, costQuerySchema, groupKeySchema } from '@kept/domain/cost-query.ts'
import { dimensionNames, measureNames } from '@kept/domain/cube.ts'
import { keyFamilyNames } from '@kept/domain/cube-keys.ts'
import { explainQuestionSchema, explanationSchema } from '@kept/domain/explanation.ts'
import { savedViewInputSchema, savedViewSchema } from '@kept/domain/saved-view.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Costs'

export const costs = {
  explain: route({
    method: 'GET',
    path: '/v1/costs/explain',
    summary: 'Explain a cost change',
    description:
      'Splits the change between two periods into days, new and removed resources, usage, mix, price, discounts, commitments, credits, tax, fees and corrections. The terms add up to the change exactly.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400 },
    input: explainQuestionSchema,
    output: answer(explanationSchema),
  }),
  query: route({
    method: 'POST',
    path: '/v1/costs/query',
    idempotency: 'safe',
    summary: 'Query costs',
    description: 'Measures by dimensions over time.',
    tag,
    needs: 'costs:read',
    input: costQuerySchema,
    output: answer(costAnswerSchema),
  }),
  catalog: route({
    method: 'GET',
    path: '/v1/costs/catalog',
    summary: 'Get the cost catalog',
    description: 'Available measures, dimensions, tag keys and days.',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(
      z.object({
        measures: z.array(
          z.object({ name: z.enum(measureNames), label: z.string(), unit: z.string(), description: z.string() }),
        ),
        dimensions: z.array(z.object({ name: z.enum(dimensionNames), label: z.string() })),
        tag_keys: z.array(z.object({ key: z.string(), lines: z.int() })),
        /** Keys of the other families, such as `sku_price_detail:CoreCount`, from a large sample of cost lines. */
        keys: z.array(z.object({ family: z.enum(keyFamilyNames), key: z.string(), lines: z.int() })),
        currencies: z.array(z.string()),
        first_day: z.iso.date().nullable(),
        last_day: z.iso.date().nullable(),
      }),
    ),
  }),
  views: route({
    method: 'GET',
    path: '/v1/costs/views',
    summary: 'List saved views',
    description: 'Your own saved views of the Cost Explorer and those that others share.',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(savedViewSchema)),
  }),
  saveView: route({
    method: 'POST',
    path: '/v1/costs/views',
    summary: 'Save a view',
    description: 'Replaces your view of the same name in the same folder.',
    tag,
    needs: 'costs:read',
    idempotency: 'idempotent',
    input: savedViewInputSchema,
    output: answer(savedViewSchema),
  }),
  changeView: route({
    method: 'PATCH',
    path: '/v1/costs/views/{id}',
    summary: 'Change a saved view',
    tag,
    needs: 'costs:read',
    input: z.object({
      id: z.uuid(),
      name: savedViewInputSchema.shape.name.optional(),
      folder: z.string().trim().max(100).optional(),
      is_shared: z.boolean().optional(),
      is_default: z.boolean().optional(),
      search: savedViewInputSchema.shape.search.optional(),
    }),
    output: answer(savedViewSchema),
  }),
  deleteView: route({
    method: 'DELETE',
    path: '/v1/costs/views/{id}',
    summary: 'Delete a saved view',
    tag,
    needs: 'costs:read',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({})),
  }),
  annotations: route({
    method: 'GET',
    path: '/v1/costs/annotations',
    summary: 'List annotations',
    description: 'Notes on days from `start_date` and before `end_date`.',
    tag,
    needs: 'costs:read',
    input: z.object({ start_date: z.iso.date(), end_date: z.iso.date() }),
    output: answer(z.array(costAnnotationSchema)),
  }),
  annotate: route({
    method: 'POST',
    path: '/v1/costs/annotations',
    summary: 'Annotate a day',
    description: 'Everyone in the organization sees the note in the Cost Explorer.',
    tag,
    needs: 'recommendations:write',
    input: costAnnotationInputSchema,
    output: answer(costAnnotationSchema),
  }),
  deleteAnnotation: route({
    method: 'DELETE',
    path: '/v1/costs/annotations/{id}',
    summary: 'Delete your annotation',
    tag,
    needs: 'recommendations:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({})),
  }),
  values: route({
    method: 'GET',
    path: '/v1/costs/dimensions/{name}/values',
    summary: 'List values of a dimension',
    description: 'Highest cost first.',
    tag,
    needs: 'costs:read',
    input: z.object({
      name: groupKeySchema,
      search: z.string().max(200).optional(),
      start_date: z.iso.date().optional(),
      end_date: z.iso.date().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: answer(z.array(z.object({ value: z.string(), name: z.string(), lines: z.int() }))),
  }),
}
