/** The row of an invitation, and what it says at a time: it expires without a write. */
import type { CustomRole } from '@kept/domain/custom-role.ts'
import type { Role } from '@kept/domain/permission.ts'
import { sql } from 'kysely'

export type InvitationStatus = 'pending' | 'expired' | 'accepted' | 'revoked'

export interface FoundInvitation {
  id: string
  email: string
  full_name: string
  role: Role
  custom_role: CustomRole | null
  status: InvitationStatus
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
}

export const invitedRole =
  sql<CustomRole | null>`(SELECT json_build_object('id', c.id, 'name', c.name, 'permissions', c.permissions)
  FROM custom_role c WHERE c.id = invitation.custom_role_id)`.as('custom_role')

export const invitationColumns = [
  'id',
  'custom_role_id',
  invitedRole,
  'email',
  'full_name',
  'role',
  'invited_by_name',
  'created_at',
  'sent_at',
  'expires_at',
  'accepted_at',
  'revoked_at',
] as const

export function toInvitation(
  row: {
    id: string
    email: string
    full_name: string
    role: Role
    custom_role: CustomRole | null
    invited_by_name: string
    created_at: Date
    sent_at: Date
    expires_at: Date
    accepted_at: Date | null
    revoked_at: Date | null
  },
  now: Date,
): FoundInvitation {
  const { id, email, full_name, role, custom_role, accepted_at, revoked_at, expires_at } = row
  const open = expires_at > now ? 'pending' : 'expired'
  return {
    id,
    email,
    full_name,
    role,
    custom_role,
    status: accepted_at ? 'accepted' : revoked_at ? 'revoked' : open,
    invited_by: row.invited_by_name,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}
