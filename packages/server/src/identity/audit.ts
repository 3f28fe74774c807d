/** What happens at the door, in the audit trail of the organisation it concerns, else in the log. */
import { noteAudit } from '@kept/store/people/audit.ts'
import { listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import type { Visit } from '../platform/visit.ts'

interface DoorEvent {
  action: `${string}.${string}`
  person: { id: string; email: string; full_name: string }
  summary: string
  details?: Record<string, unknown>
}

export async function note(
  { state, log, now }: Services,
  visit: Pick<Visit, 'ip'>,
  organizationId: string | undefined,
  { action, person, summary, details }: DoorEvent,
): Promise<void> {
  if (organizationId === undefined) {
    log.info({ action, user_id: person.id, ip: visit.ip, ...details }, summary)
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
    },
  )
}

/** Wrong tries, in the trail of every organisation the address belongs to: its administrators should see them. */
export async function noteRefusal(services: Services, visit: Pick<Visit, 'ip'>, email: string, what = 'password') {
  const { database } = services.state
  const person = await findPerson(database, { email })
  if (!person) {
    services.log.warn({ action: 'session.refused', ip: visit.ip }, 'a sign-in with an unknown address was refused')
    return
  }
  for (const { organization } of await listOwnMemberships(database, person.id)) {
    await note(services, visit, organization.id, {
      action: 'session.refused',
      person,
      summary: `A sign-in as ${person.email} was refused: wrong ${what}.`,
    })
  }
}

/** A way to sign in was added or taken away. */
export async function noteFactor(
  { services, visit, session }: Pick<RequestContext, 'services' | 'visit' | 'session'>,
  person: DoorEvent['person'] & { email: string },
  action: `${string}.${string}`,
  what: string,
): Promise<void> {
  await note(services, visit, session?.active_organization_id ?? undefined, {
    action,
    person,
    summary: `${person.email} ${what}.`,
  })
}
