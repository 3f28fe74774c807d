/** Security incidents: opened, led, moved through their states, with a timeline of all of it. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Permission } from '@kept/domain/permission.ts'
import type { IncidentFields } from '@kept/domain/security-incident.ts'
import {
  type IncidentReference,
  type IncidentStatus,
  incidentTransitions,
} from '@kept/domain/security-incident-states.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { describeFailingCheck, describeReference } from '@kept/store/security/incident-references.ts'
import {
  addIncidentEntry,
  findIncident,
  insertIncident,
  listIncidents,
  type StoredIncident,
  updateIncident,
} from '@kept/store/security/incidents.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { admit } from '../../platform/guard.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { requireActiveMember } from '../require-active-member.ts'
import { addAction, changeAction, removeAction } from './actions.ts'
import { describeChanges } from './describe-changes.ts'
import { incidentFieldLabels, refuseOverwriting } from './field-versions.ts'
import { readIncident } from './read-incident.ts'

const incidentRoutes = routes.securityIncidents

export const securityIncidents = {
  list: incidentRoutes.list.handler(async ({ context, input: { organization, state, page, page_size } }) => {
    requireRequestedOrganization(organization, context.me)
    const { incidents, total } = await context.services.state.database.scoped(context.scope, (tx) =>
      listIncidents(tx, { active: state === 'active', page, page_size }),
    )
    return { data: incidents, meta: { page, page_size, total } }
  }),
  get: incidentRoutes.get.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await context.services.state.database.scoped(context.scope, (tx) =>
        readIncident(tx, id, context.services.now()),
      ),
    }
  }),
  open: incidentRoutes.open.handler(async ({ context, input: { organization, ...fields } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await changing(context, (tx) => openIncident(context, tx, { ...fields, root_cause: '' })) }
  }),
  update: incidentRoutes.update.handler(async ({ context, input: { organization, id, ...change } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await changing(context, (tx) => changeIncident(context, tx, id, change)) }
  }),
  addAction: incidentRoutes.addAction.handler(async ({ context, input: { organization, id, ...fields } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await changed(context, id, (tx) => addAction(context, tx, id, fields)) }
  }),
  updateAction: incidentRoutes.updateAction.handler(
    async ({ context, input: { organization, id, action_id, ...change } }) => {
      requireRequestedOrganization(organization, context.me)
      return { data: await changed(context, id, (tx) => changeAction(context, tx, { id, action_id }, change)) }
    },
  ),
  removeAction: incidentRoutes.removeAction.handler(async ({ context, input: { organization, id, action_id } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await changed(context, id, (tx) => removeAction(context, tx, { id, action_id })) }
  }),
}

/** Changes an incident and reads it in the same transaction. */
function changed(context: SignedInContext, id: string, work: (tx: ScopedTransaction) => Promise<void>) {
  return changing(context, async (tx) => {
    await work(tx)
    return readIncident(tx, id, context.services.now())
  })
}

function changing<T>({ services, scope }: SignedInContext, work: (tx: ScopedTransaction) => Promise<T>): Promise<T> {
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    return work(tx)
  })
}

async function openIncident(
  context: SignedInContext,
  tx: ScopedTransaction,
  fields: Parameters<typeof insertIncident>[1],
) {
  const { auditContext } = actingOf(context)
  const { actor, at } = auditContext
  await requireActiveMember(tx, fields.commander_id, 'commander')
  const id = await insertIncident(tx, fields, { actor: actor.name, at })
  await addIncidentEntry(tx, id, { kind: 'opened', text: `Opened as ${fields.severity}.`, actor_name: actor.name, at })
  await attachSource(context, tx, id, fields)
  const { title, severity, source } = fields
  await recordAudit(tx, {
    ...auditContext,
    action: 'security_incident.opened',
    target: id,
    summary: `The incident "${title}" was opened as ${severity}.`,
    after: { title, severity, source },
  })
  return readIncident(tx, id, at)
}

const referenceOfSource = { loop: 'loop', anomaly: 'anomaly', security_event: 'audit_event' } as const

/** What an incident was opened from stands in its timeline; throws `not_found` for what the organization does not have. */
async function attachSource(
  context: SignedInContext,
  tx: ScopedTransaction,
  incident: string,
  { source, source_id: id }: Parameters<typeof insertIncident>[1],
): Promise<void> {
  if (id === null) return
  if (source === 'manual')
    throw badInput('An incident that is opened by hand has no source ID. Leave it out, or name the source.')
  if (source === 'check') {
    admit(context, readingNeeds.scan)
    return addAttachment(context, tx, incident, await describeFailingCheck(tx, id))
  }
  if (isKeyOf(referenceOfSource, source)) await attach(context, tx, incident, { kind: referenceOfSource[source], id })
}

async function attach(
  context: SignedInContext,
  tx: ScopedTransaction,
  incident: string,
  reference: IncidentReference,
): Promise<void> {
  admit(context, readingNeeds[reference.kind])
  await addAttachment(context, tx, incident, { reference, text: await describeReference(tx, reference) })
}

async function addAttachment(
  context: SignedInContext,
  tx: ScopedTransaction,
  incident: string,
  attachment: { reference: IncidentReference; text: string },
): Promise<void> {
  const { actor, at } = actingOf(context).auditContext
  await addIncidentEntry(tx, incident, { kind: 'attached', ...attachment, actor_name: actor.name, at })
}

/** Anyone who attaches something needs to read it. */
const readingNeeds = {
  audit_event: 'security:read',
  scan: 'security:read',
  loop: 'loops:read',
  anomaly: 'costs:read',
} as const satisfies Record<IncidentReference['kind'], Permission>

interface Change extends Partial<IncidentFields> {
  status?: IncidentStatus | undefined
  version?: string | undefined
  comment?: string | undefined
  attach?: IncidentReference | undefined
}

async function changeIncident(context: SignedInContext, tx: ScopedTransaction, id: string, change: Change) {
  const { auditContext } = actingOf(context)
  const { actor, at } = auditContext
  const before = await findIncident(tx, id)
  const { comment, attach: reference, status, version, ...fields } = change
  refuseChange(before, change)
  refuseOverwriting(incidentFieldLabels, { version, change: fields, current: before, noun: 'incident' })
  // Who left stays the commander until someone else is: only a new one must be active.
  if (fields.commander_id !== before.commander_id) await requireActiveMember(tx, fields.commander_id, 'commander')
  await updateIncident(tx, id, { ...fields, status }, at)
  const after = await findIncident(tx, id)
  const add = (kind: 'status' | 'changed' | 'comment', text: string) =>
    addIncidentEntry(tx, id, { kind, text, actor_name: actor.name, at })
  const changes = describeChanges(before, after)
  for (const text of changes) await add('changed', text)
  if (status && status !== before.status) await add('status', `Status: ${before.status} to ${status}`)
  if (comment) await add('comment', comment)
  if (reference) await attach(context, tx, id, reference)
  const recorded = ({ title, severity, status: state, commander_name, impact }: StoredIncident) => ({
    ...{ title, severity, status: state, commander_name, impact },
  })
  const isMoved = status !== undefined && status !== before.status
  await recordAudit(tx, {
    ...auditContext,
    action: isMoved ? 'security_incident.moved' : 'security_incident.updated',
    target: id,
    summary: `The incident "${after.title}" ${isMoved ? `changed from ${before.status} to ${status}` : 'was updated'}.`,
    before: recorded(before),
    after: recorded(after),
    details: { commented: comment !== undefined, ...(reference && { attached: reference }) },
  })
  return readIncident(tx, id, at)
}

function refuseChange(
  before: StoredIncident,
  { status, comment, attach: reference, version: _, ...fields }: Change,
): void {
  const isChanging = status !== undefined || Object.values(fields).some((value) => value !== undefined)
  if (!isChanging && comment === undefined && reference === undefined)
    throw badInput('Nothing to change: set a field or a status, comment, or attach something.')
  if (before.status === 'closed' && isChanging)
    throw new KeptError('conflict', 'This incident is closed. Add a comment, or open a new one.')
  if (status === undefined || status === before.status) return
  const next = incidentTransitions[before.status]
  if (!next.includes(status))
    throw new KeptError('conflict', `An incident that is ${before.status} can become ${anyOf(next)}, not ${status}.`)
  if (status === 'closed' && (fields.root_cause ?? before.root_cause) === '')
    throw new KeptError('conflict', 'Write down the root cause before you close the incident.')
}

/** "investigating, mitigated or resolved". */
function anyOf(statuses: readonly IncidentStatus[]): string {
  return [statuses.slice(0, -1).join(', '), ...statuses.slice(-1)].filter((part) => part !== '').join(' or ')
}
