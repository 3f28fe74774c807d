import { roleSchema } from '@kept/domain/grants.ts'
import { permissions } from '@kept/domain/permission.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

const meSchema = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    full_name: z.string(),
    role: roleSchema,
    custom_role: z.string().optional(),
  }),
  organization: z.object({ id: z.uuid(), slug: z.string(), name: z.string(), demo: z.boolean() }),
  permissions: z.array(z.enum(permissions)),
})
export type Me = z.infer<typeof meSchema>

export const session = {
  me: route({
    method: 'GET',
    path: '/v1/me',
    summary: 'Get the current user',
    description: 'With the organization and the permissions.',
    tag: 'Session',
    needs: 'signed_in',
    input: z.object({}),
    output: answer(meSchema),
  }),
}
