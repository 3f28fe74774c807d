/** The active users and API keys of an organization with their roles, grants and scopes. */
import type { Grants, Permission, Role } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { listApiKeysIn } from '../people/api-keys.ts'
import { listPeopleIn } from '../people/list-people.ts'
import { findMembers } from '../people/members.ts'

export interface AccessRow {
  id: string
  name: string
  email: string
  role: Role
  second_factor: boolean
  created_at: string
  last_seen_at: string | null
  grants: Grants
}

export interface AccessKey {
  id: string
  name: string
  created_by: string
  /** ID of that user. */
  created_by_id: string
  created_at: string
  last_used_at: string | null
  scopes: Permission[]
  /** Undefined when no active user created it: then it can do nothing. */
  creator: { role: Role; grants: Grants } | undefined
}

const MAX_PEOPLE = 5_000

export async function readAccess(
  tx: ScopedTransaction,
  now: Date,
): Promise<{ people: AccessRow[]; api_keys: AccessKey[] }> {
  const page = { sort: 'full_name', order: 'asc', page: 1, page_size: MAX_PEOPLE, now } as const
  const { people } = await listPeopleIn(tx, { ...page, status: 'active' })
  const members = new Map(
    (
      await findMembers(
        tx,
        people.map(({ id }) => id),
      )
    ).map((member) => [member.id, member]),
  )
  const keys = (await listApiKeysIn(tx, now)).filter(({ status }) => status === 'active')
  return {
    people: people.map(({ id, full_name, email, role, second_factor, created_at, last_seen_at }) => ({
      ...{ id, email, role, second_factor, created_at, last_seen_at, name: full_name || email },
      grants: members.get(id)?.grants ?? { allow: [], deny: [] },
    })),
    api_keys: keys.map(({ id, name, created_by, created_by_id, created_at, last_used_at, scopes }) => ({
      ...{ id, name, created_by, created_by_id, created_at, last_used_at, scopes },
      creator: members.get(created_by_id),
    })),
  }
}
