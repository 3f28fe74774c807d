/**
 * Actions of an incident: what is to be done after it. They are changed after it was closed, too. Call these under the
 * organization's lock.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { type IncidentActionFields, MAX_INCIDENT_ACTIONS } from '@kept/domain/security-incident.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import {
  addIncidentAction,
  deleteIncidentAction,
  findIncidentAction,
  listIncidentActions,
  type StoredIncidentAction,
  updateIncidentAction,
} from '@kept/store/security/incident-actions.ts'
import { addIncidentEntry, findIncident } from '@kept/store/security/incidents.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { requireActiveMember } from '../require-active-member.ts'
import { actionFieldLabels, refuseOverwriting } from './field-versions.ts'

type Verb = 'added' | 'changed' | 'completed' | 'reopened' | 'removed'

export async function addAction(
  context: SignedInContext,
  tx: ScopedTransaction,
  incidentId: string,
  fields: IncidentActionFields,
): Promise<void> {
  const { actor, at } = actingOf(context).auditContext
  await findIncident(tx, incidentId)
  if ((await listIncidentActions(tx, incidentId)).length >= MAX_INCIDENT_ACTIONS)
    throw new KeptError('conflict', `An incident has at most ${MAX_INCIDENT_ACTIONS} actions. Remove one first.`)
  await requireActiveMember(tx, fields.owner_id, 'owner')
  const id = await addIncidentAction(tx, incidentId, fields, { actor: actor.name, at })
  await record(context, tx, incidentId, { verb: 'added', after: await findIncidentAction(tx, incidentId, id) })
}

interface ActionChange extends Partial<IncidentActionFields> {
  done?: boolean | undefined
  version?: string | undefined
}

export async function changeAction(
  context: SignedInContext,
  tx: ScopedTransaction,
  { id, action_id }: { id: string; action_id: string },
  { done, version, ...fields }: ActionChange,
): Promise<void> {
  if (done === undefined && Object.values(fields).every((value) => value === undefined))
    throw badInput('Nothing to change: set a title, an owner, a due date, or whether it is done.')
  await findIncident(tx, id)
  const before = await findIncidentAction(tx, id, action_id)
  refuseOverwriting(actionFieldLabels, { version, change: fields, current: before, noun: 'action' })
  // Who left stays the owner until someone else is: only a new owner must be active.
  if (fields.owner_id !== before.owner_id) await requireActiveMember(tx, fields.owner_id, 'owner')
  const { at } = actingOf(context).auditContext
  const isDone = before.done_at !== null
  const moved = done !== undefined && done !== isDone
  await updateIncidentAction(tx, action_id, { ...fields, ...(moved && { done_at: done ? at : null }) })
  const after = await findIncidentAction(tx, id, action_id)
  const verb = moved ? (done ? 'completed' : 'reopened') : 'changed'
  await record(context, tx, id, { verb, before, after })
}

export async function removeAction(
  context: SignedInContext,
  tx: ScopedTransaction,
  { id, action_id }: { id: string; action_id: string },
): Promise<void> {
  await findIncident(tx, id)
  const before = await findIncidentAction(tx, id, action_id)
  await deleteIncidentAction(tx, action_id)
  await record(context, tx, id, { verb: 'removed', before })
}

interface Recorded {
  verb: Verb
  before?: StoredIncidentAction
  after?: StoredIncidentAction
}

/** In the timeline of the incident and in the audit log. */
async function record(
  context: SignedInContext,
  tx: ScopedTransaction,
  incidentId: string,
  { verb, before, after }: Recorded,
): Promise<void> {
  const { auditContext } = actingOf(context)
  const { actor, at } = auditContext
  const action = after ?? before
  const text = `Action ${verb}: ${action ? describe(action, verb) : ''}`
  await addIncidentEntry(tx, incidentId, { kind: 'changed', text, actor_name: actor.name, at })
  const { title } = await findIncident(tx, incidentId)
  await recordAudit(tx, {
    ...auditContext,
    action: `security_incident.action_${verb}`,
    target: incidentId,
    summary: `An action of the incident "${title}" was ${verb}.`,
    before: before && recorded(before),
    after: after && recorded(after),
  })
}

function describe({ title, owner_name, due_on }: StoredIncidentAction, verb: Verb): string {
  if (verb !== 'added' && verb !== 'changed') return title
  const due = due_on === null ? 'no due date' : `due ${formatDay(due_on)}`
  return `${title} (${owner_name || 'no owner'}, ${due})`
}

function recorded({ title, owner_name, due_on, done_at }: StoredIncidentAction) {
  return { title, owner_name, due_on, done_at }
}
