/** Who acts, for the audit log and for rules about users: derived from the authenticated request. */
import type { Permission, Role } from '@kept/domain/permission.ts'
import type { AuditActor, NewAuditEvent } from '@kept/store/audit/record.ts'
import type { RequestContext, SignedInContext } from './context.ts'

export interface Acting {
  /** The user's id, or "operator". */
  id: string
  role: Role
  permissions: readonly Permission[]
  /** The user's id in the database; null for the operator, who has none. */
  userId: string | null
  actor: AuditActor
  /** Time, address, request and session of an audit event. */
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId' | 'sessionId'>
}

export function actingOf(context: SignedInContext): Acting {
  const { me } = context
  const actor = actorOf(context)
  return {
    id: me.user.id,
    role: me.user.role,
    permissions: me.permissions,
    userId: context.person?.id ?? null,
    actor,
    auditContext: stampOf(context, actor),
  }
}

export function stampOf(context: RequestContext, actor = actorOf(context)): Acting['auditContext'] {
  const { services, ip, requestId, session } = context
  return { actor, at: services.now(), ip, requestId, sessionId: session?.id }
}

function actorOf({ me, person, apiKey }: RequestContext): AuditActor {
  if (person) return { kind: 'person', id: person.id, name: person.full_name || person.email }
  if (apiKey) return { kind: 'api_key', id: apiKey.id, name: `API key "${apiKey.name}"` }
  if (me?.user.id === 'operator') return { kind: 'operator', id: null, name: 'Operator' }
  return { kind: 'system', id: null, name: 'Kept' }
}
