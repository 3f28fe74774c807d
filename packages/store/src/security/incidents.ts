/** Security incidents of an organization and their timelines. What may change when is decided by the caller. */
import { KeptError } from '@kept/domain/errors.ts'
import type { IncidentFields } from '@kept/domain/security-incident.ts'
import type { IncidentReference, IncidentStatus } from '@kept/domain/security-incident-states.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { SecuritySchema } from './schema.ts'

type Row = Selectable<SecuritySchema['security_incident']>

export interface StoredIncident
  extends Omit<Row, 'organization_id' | 'opened_at' | 'mitigated_at' | 'resolved_at' | 'closed_at' | 'updated_at'> {
  /** Empty without one. */
  commander_name: string
  opened_at: string
  mitigated_at: string | null
  resolved_at: string | null
  closed_at: string | null
  updated_at: string
}

interface IncidentEntry {
  id: string
  kind: SecuritySchema['security_incident_entry']['kind']
  text: string
  /** What an attached entry refers to; null for the others. */
  reference: IncidentReference | null
  actor_name: string
  created_at: string
}

interface IncidentPage {
  /** Active: not resolved and not closed. */
  active: boolean
  page: number
  page_size: number
}

export async function listIncidents(
  tx: ScopedTransaction,
  { active, page, page_size }: IncidentPage,
): Promise<{ incidents: StoredIncident[]; total: number }> {
  const counting = tx
    .selectFrom('security_incident')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .$if(active, (query) => query.where('status', 'in', ['open', 'investigating', 'mitigated']))
  const { total } = await counting.executeTakeFirstOrThrow()
  const rows = await select(tx)
    .$if(active, (query) => query.where('i.status', 'in', ['open', 'investigating', 'mitigated']))
    .orderBy('i.number', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { incidents: rows.map(toIncident), total: Number(total) }
}

export async function findIncident(tx: ScopedTransaction, id: string): Promise<StoredIncident> {
  const row = isUuid(id) ? await select(tx).where('i.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new KeptError('not_found', 'There is no incident with this ID.')
  return toIncident(row)
}

/** Call it under the organization's lock: numbers are consecutive. Returns the ID. */
export async function insertIncident(
  tx: ScopedTransaction,
  { impact, resources, ...fields }: IncidentFields & Pick<Row, 'source' | 'source_id'>,
  { actor, at }: { actor: string; at: Date },
): Promise<string> {
  const { number } = await tx
    .selectFrom('security_incident')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('number'))
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('security_incident')
    .values({
      organization_id: tx.scopedTo,
      number: Number(number) + 1,
      ...fields,
      resources: JSON.stringify(resources),
      impact: impact && JSON.stringify(impact),
      status: 'open',
      opened_by: actor,
      opened_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateIncident(
  tx: ScopedTransaction,
  id: string,
  { impact, resources, status, ...fields }: Partial<IncidentFields> & { status?: IncidentStatus | undefined },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('security_incident')
    .set({
      ...fields,
      ...(resources && { resources: JSON.stringify(resources) }),
      ...(impact !== undefined && { impact: impact && JSON.stringify(impact) }),
      ...(status && { status, ...timesOf(status, at) }),
      updated_at: at,
    })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

/** An incident that is investigated again is neither mitigated nor resolved. */
function timesOf(status: IncidentStatus, at: Date) {
  switch (status) {
    case 'open':
    case 'investigating':
      return { mitigated_at: null, resolved_at: null }
    case 'mitigated':
      return { mitigated_at: at, resolved_at: null }
    case 'resolved':
      return { resolved_at: at }
    case 'closed':
      return { closed_at: at }
  }
}

export async function addIncidentEntry(
  tx: ScopedTransaction,
  incidentId: string,
  entry: Pick<IncidentEntry, 'kind' | 'text' | 'actor_name'> & { reference?: IncidentReference; at: Date },
): Promise<void> {
  const { at, reference, ...fields } = entry
  await tx
    .insertInto('security_incident_entry')
    .values({
      ...{ organization_id: tx.scopedTo, incident_id: incidentId, ...fields, created_at: at },
      ...(reference && { reference_kind: reference.kind, reference_id: reference.id }),
    })
    .execute()
}

/** Oldest first. */
export async function listIncidentEntries(tx: ScopedTransaction, incidentId: string): Promise<IncidentEntry[]> {
  const rows = await tx
    .selectFrom('security_incident_entry')
    .select(['id', 'kind', 'text', 'reference_kind', 'reference_id', 'actor_name', 'created_at'])
    .where('incident_id', '=', incidentId)
    .orderBy('seq')
    .limit(2000)
    .execute()
  return rows.map(({ created_at, reference_kind, reference_id, ...entry }) => ({
    ...entry,
    reference: reference_kind && reference_id ? { kind: reference_kind, id: reference_id } : null,
    created_at: created_at.toISOString(),
  }))
}

function select(tx: ScopedTransaction) {
  return tx
    .selectFrom('security_incident as i')
    .leftJoin('users as u', 'u.id', 'i.commander_id')
    .selectAll('i')
    .select(['u.full_name', 'u.email'])
    .where('i.organization_id', '=', tx.scopedTo)
}

function toIncident(row: Row & { full_name: string | null; email: string | null }): StoredIncident {
  const {
    organization_id: _,
    full_name,
    email,
    opened_at,
    mitigated_at,
    resolved_at,
    closed_at,
    updated_at,
    ...rest
  } = row
  return {
    ...rest,
    commander_name: full_name || email || '',
    opened_at: opened_at.toISOString(),
    mitigated_at: mitigated_at?.toISOString() ?? null,
    resolved_at: resolved_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  }
}
