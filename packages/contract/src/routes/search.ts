import * as z from 'zod'
import { answer, route } from '../route.ts'

export const searchHitSchema = z.object({
  kind: z.enum(['resource', 'service', 'account', 'finding', 'tag']),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const search = {
  find: route({
    method: 'GET',
    path: '/v1/search',
    summary: 'Resources, costs and recommendations that match',
    tag: 'Search',
    needs: 'costs:read',
    input: z.object({
      q: z.string().trim().min(1).max(200),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: answer(z.array(searchHitSchema)),
  }),
}
