/** Records sign-in events in the organization's audit log, or in the server log when there is no organization. */
import type { AuditOutcome } from '@kept/domain/audit.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { isFirst } from '../platform/audit/first-of.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import type { Visit } from '../platform/visit.ts'
import { runInBackground } from './run-in-background.ts'

interface AuthEvent {
  action: `${string}.${string}`
  person: { id: string; email: string; full_name: string }
  summary: string
  details?: Record<string, unknown>
  outcome?: AuditOutcome
  /** Where it is not the one that the request came with. */
  sessionId?: string
}

export async function note(
  { state, log, now }: Services,
  visit: Pick<Visit, 'ip'>,
  organizationId: string | undefined,
  { action, person, summary, details, outcome, sessionId }: AuthEvent,
): Promise<void> {
  if (organizationId === undefined) {
    log.info({ event: action, user_id: person.id, ip: visit.ip, ...details }, summary)
    return
  }
  await noteAudit(
    state.database,
    { organizationId },
    {
      action,
      actor: { kind: 'person', id: person.id, name: person.full_name || person.email },
      target: person.id,
      summary,
      at: now(),
      ip: visit.ip,
      ...(details && { details }),
      ...(outcome && { outcome }),
      ...(sessionId && { sessionId }),
    },
  )
}

/** Failed sign-ins, in the audit log of every organization of the user, where admins see them. */
export async function noteRefusal(
  services: Services,
  visit: Pick<Visit, 'ip'>,
  email: string,
  secretKind = 'password',
) {
  const { database } = services.state
  const person = await findPerson(database, { email })
  if (!person) {
    services.log.warn({ event: 'session.refused', ip: visit.ip }, 'refused a sign-in with an unknown address')
    return
  }
  for (const { organization } of await listOwnMemberships(database, person.id)) {
    await note(services, visit, organization.id, {
      action: 'session.refused',
      person,
      outcome: 'denied',
      summary: `Sign-in as ${person.email} failed: wrong ${secretKind}.`,
    })
  }
}

const bruteForceMs = 15 * 60_000

type BruteForced = 'password' | 'second factor' | 'confirmation'

const bruteForceSummaries: Record<BruteForced, (email: string) => string> = {
  password: (email) => `Sign-ins as ${email} failed too often and were refused for a while.`,
  'second factor': (email) =>
    `Sign-ins as ${email} failed too often at the second factor and were refused for a while. The first factor was right.`,
  confirmation: (email) =>
    `The password of ${email} was wrong too often in an open session. Changes of the account were refused for a while.`,
}

/** Counts an attempt. Throws when there were too many, and the organizations of the user learn of it. */
export async function countOrReport(
  services: Services,
  visit: Pick<Visit, 'ip'>,
  attempted: { person: { id: string } | { email: string }; secret: BruteForced },
  count: () => Promise<void>,
): Promise<void> {
  try {
    await count()
  } catch (error) {
    runInBackground(services, 'session.audit_failed', () => noteBruteForce(services, visit, attempted))
    throw error
  }
}

/** Too many failures of one user: once in a quarter of an hour for each secret, in each organization of the user. */
async function noteBruteForce(
  services: Services,
  visit: Pick<Visit, 'ip'>,
  { person: attemptedPerson, secret }: Parameters<typeof countOrReport>[2],
): Promise<void> {
  const { database } = services.state
  const person = await findPerson(database, attemptedPerson)
  if (!person || !isFirst(`brute force ${secret} ${person.id}`, services.now(), bruteForceMs)) return
  for (const { organization } of await listOwnMemberships(database, person.id)) {
    await note(services, visit, organization.id, {
      action: 'session.brute_force',
      person,
      outcome: 'denied',
      summary: bruteForceSummaries[secret](person.email),
    })
  }
}

const policyRefusalMs = 15 * 60_000

/** A session that a policy keeps out: the first refusal in a quarter of an hour. */
export async function notePolicyRefusal(
  services: Services,
  ip: string,
  session: { id: string; user: AuthEvent['person'] },
  organizationId: string,
  reason: string,
): Promise<void> {
  if (!isFirst(`policy ${session.id} ${ip}`, services.now(), policyRefusalMs)) return
  await note(services, { ip }, organizationId, {
    action: 'session.refused_by_policy',
    person: session.user,
    sessionId: session.id,
    outcome: 'denied',
    summary: reason,
  })
}

/** A sign-in factor was added, changed or removed: it lets its user into each of their organizations. */
export async function noteFactor(
  { services, visit }: Pick<RequestContext, 'services' | 'visit'>,
  person: AuthEvent['person'],
  action: `${string}.${string}`,
  summary: string,
): Promise<void> {
  const memberships = await listOwnMemberships(services.state.database, person.id)
  const ids = memberships.map(({ organization }) => organization.id)
  for (const id of ids.length > 0 ? ids : [undefined])
    await note(services, visit, id, { action, person, summary: `${person.email} ${summary}.` })
}
