/** Settings of provisioning: an identity provider that manages users and groups (SCIM 2.0). */
import * as z from 'zod'
import { answer, route } from '../route.ts'
import { forRunningAdmins } from './organizations.ts'

const tag = 'Organizations'
const id = z.uuid()

const provisioningSchema = z.object({
  base_url: z.string().describe('What the identity provider is configured with'),
  tokens: z.array(
    z.object({
      id: z.string(),
      created_by_name: z.string(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().nullable(),
      ends_at: z.iso.datetime().nullable().describe('When a replaced token stops working'),
    }),
  ),
  groups: z.array(z.object({ name: z.string(), members: z.int() })),
  requests: z
    .array(
      z.object({
        method: z.string(),
        path: z.string(),
        status: z.int(),
        detail: z.string().describe('Why it was refused'),
        created_at: z.iso.datetime(),
      }),
    )
    .describe('The last 50, without reads that succeeded'),
})
export type Provisioning = z.infer<typeof provisioningSchema>

export const provisioning = {
  get: route({
    method: 'GET',
    path: '/v1/organizations/{id}/provisioning',
    summary: 'Get provisioning',
    description: 'The SCIM address, its tokens, the groups and the last requests.',
    tag,
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(provisioningSchema),
  }),
  createToken: route({
    method: 'POST',
    path: '/v1/organizations/{id}/provisioning/tokens',
    summary: 'Create a provisioning token',
    description: `Shown once. Previous tokens work for another 24 hours. ${forRunningAdmins}`,
    tag,
    needs: 'organization:write',
    input: z.object({ id }),
    output: answer(z.object({ id: z.string(), token: z.string() })),
  }),
  deleteToken: route({
    method: 'DELETE',
    path: '/v1/organizations/{id}/provisioning/tokens/{token_id}',
    summary: 'Revoke a provisioning token',
    tag,
    needs: 'organization:write',
    input: z.object({ id, token_id: z.string().max(40) }),
    output: answer(z.object({ revoked: z.literal(true) })),
  }),
}
