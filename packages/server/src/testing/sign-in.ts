/** For tests: creates a user, a membership and a session directly, without a form. */
import { randomUUID } from 'node:crypto'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import type { Permission, Role } from '@kept/domain/permission.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { beginLife, type SessionKind } from '@kept/domain/session-life.ts'
import { addMembership, changeMembership } from '@kept/store/people/members.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { createSession } from '@kept/store/people/sessions.ts'
import { fingerprintOf } from '../identity/fingerprint.ts'
import { hashToken, makeBearer, newToken } from '../identity/tokens.ts'
import type { Services } from '../platform/context.ts'
import { makeCsrfToken } from '../platform/csrf.ts'
import type { TestKept } from '../testing.ts'

interface SessionInput {
  /** Null: without an organization. */
  organizationId: string | null
  role?: Role
  verified?: boolean
  email?: string
  full_name?: string
  kind?: SessionKind
  grants?: { allow: Permission[]; deny: Permission[] }
  /** Signed in through the organization's own identity provider. */
  bound?: boolean
  method?: SignInMethod
  /** Already a member: their membership stays as it is. */
  returning?: boolean
}

export interface SignedInForTest {
  userId: string
  email: string
  sessionId: string
  /** Cookies and the CSRF token, for any request of this user. */
  headers: Record<string, string>
  /** A bearer token instead, as the browser's own requests carry: no CSRF token is needed with it. */
  bearer: Record<string, string>
}

const userAgent = 'Kept test'

/** Creates user, membership and session (those that are missing) and returns the headers of a request. */
export async function signIn(
  services: Pick<Services, 'state' | 'secrets' | 'now' | 'config'>,
  {
    organizationId,
    role = 'user',
    verified = true,
    email,
    full_name = 'Test Person',
    kind = 'ordinary',
    grants,
    bound = false,
    method = 'password',
    returning = false,
  }: SessionInput,
): Promise<SignedInForTest> {
  const { database } = services.state
  const now = services.now()
  const { person } = await ensurePerson(database, {
    email: email ?? `${randomUUID()}@example.com`,
    full_name,
    email_verified: verified,
    now,
  })
  if (organizationId !== null && !returning) {
    await database.scoped({ organizationId }, async (tx) => {
      await addMembership(tx, person.id, role, now)
      if (grants) await changeMembership(tx, person.id, { grants })
    })
  }
  const token = newToken()
  const device = newToken()
  const lifetime = beginLife(kind, now.getTime(), services.config.sessionLife)
  const token_hash = hashToken(token)
  const sessionId = await createSession(database, {
    token_hash,
    user_id: person.id,
    active_organization_id: organizationId,
    kind,
    bound,
    method,
    fingerprint: fingerprintOf(userAgent, device),
    ip: '127.0.0.1',
    user_agent: userAgent,
    created_at: now,
    authenticated_at: now,
    expires_at: new Date(lifetime.expiresAt),
    absolute_expires_at: new Date(lifetime.absoluteExpiresAt),
  })
  const bearer = makeBearer(services.secrets, { id: sessionId, token_hash }, lifetime.expiresAt)
  return {
    userId: person.id,
    email: person.email,
    sessionId,
    headers: {
      cookie: `kept=${token}; kept-device=${device}`,
      'user-agent': userAgent,
      'x-csrf-token': makeCsrfToken(services.secrets, `session:${sessionId}:${token_hash}`),
    },
    bearer: { authorization: `Bearer ${bearer}` },
  }
}

export interface TestUser {
  userId: string
  sessionId: string
  email: string
  headers: Record<string, string>
  client: KeptClient
}

interface TestUserInput {
  name: string
  /** Null: without an organization. */
  in: 'own' | 'other' | { organizationId: string } | null
  role?: Role
  verified?: boolean
  demo?: boolean
  grants?: { allow: Permission[]; deny: Permission[] }
  /** Signed in through the organization's own identity provider. */
  bound?: boolean
  method?: SignInMethod
  /** Already a member: their membership stays as it is. */
  returning?: boolean
  /** Another domain for the address. */
  emailDomain?: string
}

/** A user of one of the two test organizations, with a client. */
export async function createTestUser(
  kept: Pick<TestKept, 'world' | 'server' | 'url'>,
  { name, in: organization, demo = false, emailDomain = 'example.com', ...options }: TestUserInput,
): Promise<TestUser> {
  const scope =
    organization === 'own' ? kept.world.scope : organization === 'other' ? kept.world.otherScope : organization
  const { userId, sessionId, email, bearer } = await signIn(kept.server.services, {
    organizationId: scope?.organizationId ?? null,
    email: `${name}@${emailDomain}`,
    full_name: name,
    kind: demo ? 'demo' : 'ordinary',
    ...options,
  })
  const client = createKeptClient({ url: kept.url, headers: () => bearer })
  return { userId, sessionId, email, headers: bearer, client }
}
