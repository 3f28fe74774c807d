/** What is to be done after an incident, by whom and until when. */
import { KeptError } from '@kept/domain/errors.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface StoredIncidentAction {
  id: string
  title: string
  owner_id: string | null
  /** Empty without an owner. */
  owner_name: string
  /** YYYY-MM-DD. */
  due_on: string | null
  done_at: string | null
  created_by: string
  created_at: string
}

interface ActionFields {
  title: string
  owner_id: string | null
  due_on: string | null
}

/** In the order in which they were added. */
export async function listIncidentActions(tx: ScopedTransaction, incidentId: string): Promise<StoredIncidentAction[]> {
  const rows = await select(tx).where('a.incident_id', '=', incidentId).orderBy('a.seq').execute()
  return rows.map(toAction)
}

export async function findIncidentAction(
  tx: ScopedTransaction,
  incidentId: string,
  id: string,
): Promise<StoredIncidentAction> {
  const row = isUuid(id)
    ? await select(tx).where('a.incident_id', '=', incidentId).where('a.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new KeptError('not_found', 'This incident has no action with this ID.')
  return toAction(row)
}

/** Returns the ID. */
export async function addIncidentAction(
  tx: ScopedTransaction,
  incidentId: string,
  fields: ActionFields,
  { actor, at }: { actor: string; at: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('security_incident_action')
    .values({
      ...{ organization_id: tx.scopedTo, incident_id: incidentId, ...fields },
      ...{ created_by: actor, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateIncidentAction(
  tx: ScopedTransaction,
  id: string,
  fields: Partial<ActionFields> & { done_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('security_incident_action')
    .set(fields)
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

export async function deleteIncidentAction(tx: ScopedTransaction, id: string): Promise<void> {
  await tx
    .deleteFrom('security_incident_action')
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

function select(tx: ScopedTransaction) {
  return tx
    .selectFrom('security_incident_action as a')
    .leftJoin('users as u', 'u.id', 'a.owner_id')
    .select(['a.id', 'a.title', 'a.owner_id', 'a.due_on', 'a.done_at', 'a.created_by', 'a.created_at'])
    .select(['u.full_name', 'u.email'])
    .where('a.organization_id', '=', tx.scopedTo)
}

function toAction({
  full_name,
  email,
  done_at,
  created_at,
  ...action
}: Omit<StoredIncidentAction, 'owner_name' | 'done_at' | 'created_at'> & {
  full_name: string | null
  email: string | null
  done_at: Date | null
  created_at: Date
}): StoredIncidentAction {
  return {
    ...action,
    owner_name: full_name || email || '',
    done_at: done_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
