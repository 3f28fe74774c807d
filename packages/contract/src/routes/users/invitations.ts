/** Invitations into an organization. */
import { customRoleSchema, roleSchema } from '@kept/domain/grants.ts'
import * as z from 'zod'
import { newPersonInput } from '../../inputs/organizations.ts'
import { answer, pageInput, pageOf, route } from '../../route.ts'
import { tag } from './shapes.ts'

const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: roleSchema,
  custom_role: customRoleSchema,
  status: z.enum(['pending', 'expired', 'accepted', 'revoked']),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  /** When the last email was sent. */
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

export const invitationRoutes = {
  invite: route({
    method: 'POST',
    path: '/v1/users/invite',
    summary: 'Invite a user',
    description: 'By email.',
    tag,
    needs: 'users:write',
    input: newPersonInput,
    output: answer(invitationSchema),
  }),
  invitations: route({
    method: 'GET',
    path: '/v1/users/invitations',
    summary: 'List invitations',
    description: 'Newest first.',
    tag,
    needs: 'users:read',
    input: z.object({ ...pageInput, status: invitationSchema.shape.status.optional() }),
    output: pageOf(invitationSchema),
  }),
  resend: route({
    method: 'POST',
    path: '/v1/users/invitations/{id}/resend',
    summary: 'Resend an invitation',
    description: 'The previous link stops working.',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/v1/users/invitations/{id}',
    summary: 'Revoke an invitation',
    tag,
    needs: 'users:write',
    input: z.object({ id: z.uuid() }),
    output: answer(invitationSchema),
  }),
}
