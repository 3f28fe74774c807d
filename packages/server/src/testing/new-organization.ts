/** For tests: an organization of its own, with admins who have passwords, and an operator who acts for it. */
import { randomUUID } from 'node:crypto'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import type { Permission } from '@kept/domain/permission.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { organizationHeader } from '../operator/public/operator.ts'
import type { TestKept } from '../testing.ts'
import { createTestUser, type TestUser } from './sign-in.ts'

interface AdminOptions {
  emailDomain?: string
  method?: SignInMethod
  bound?: boolean
  grants?: { allow: Permission[]; deny: Permission[] }
}

export async function newOrganization(kept: TestKept) {
  const { database } = kept.world
  const slug = `fresh-${randomUUID().slice(0, 8)}`
  const { id } = await ensureOrganization(database, { slug, name: 'Fresh', demo: false })
  const scope = { organizationId: id }
  const headers = { authorization: `Bearer ${kept.server.operatorToken}`, [organizationHeader]: slug }
  return {
    id,
    scope,
    organization: slug,
    operator: createKeptClient({ url: kept.url, headers: () => headers }),
    async addAdmin(name: string, options: AdminOptions = {}): Promise<TestUser> {
      const inside = { in: scope, role: 'admin', emailDomain: 'corp.example' } as const
      const admin = await createTestUser(kept, { name: `${name}-${slug}`, ...inside, ...options })
      await setPasswordHash(database, admin.userId, 'a hash', new Date())
      return admin
    },
  }
}
