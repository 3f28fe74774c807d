import { searchHitSchema } from '@kept/domain/search.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const search = {
  /** Everybody may ask; of each kind of thing only those are answered that the asker may read. */
  find: route({
    method: 'GET',
    path: '/v1/search',
    summary: 'Resources, costs, recommendations and everything else that matches, the best first',
    tag: 'Search',
    needs: 'organization:read',
    input: z.object({
      q: z.string().trim().min(1).max(200),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: answer(z.array(searchHitSchema)),
  }),
}
