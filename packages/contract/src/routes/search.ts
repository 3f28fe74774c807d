import { searchHitSchema } from '@kept/domain/search.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const search = {
  /** Open to every member; results are limited to what the caller can read. */
  find: route({
    method: 'GET',
    path: '/v1/search',
    summary: 'Search',
    description: 'Resources, costs, recommendations and more, best match first. Returns only what you can read.',
    tag: 'Search',
    needs: 'organization:read',
    input: z.object({
      q: z.string().trim().min(1).max(200),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: answer(z.array(searchHitSchema)),
  }),
}
