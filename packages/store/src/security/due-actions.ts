/** Actions of incidents whose due date has come. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

export interface DueAction {
  id: string
  title: string
  owner_id: string | null
  /** YYYY-MM-DD. */
  due_on: string
  incident: { id: string; number: number; title: string; commander_id: string | null }
}

/** Those that are due on `today` (UTC) or were before, and of whose due date no one was reminded. The oldest first. */
export function listActionsToRemindOf(tx: ScopedTransaction, today: string): Promise<DueAction[]> {
  const isNew = sql<SqlBool>`CASE WHEN a.due_on < ${today}::date THEN a.overdue_reminder_of IS DISTINCT FROM a.due_on
    ELSE a.due_reminder_of IS DISTINCT FROM a.due_on END`
  return listDue(tx, sql<SqlBool>`a.due_on <= ${today}::date AND ${isNew}`)
}

export async function noteActionReminder(tx: ScopedTransaction, { id, due_on }: DueAction, today: string) {
  await tx
    .updateTable('security_incident_action')
    .set(due_on < today ? { overdue_reminder_of: due_on } : { due_reminder_of: due_on })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

/** Those whose last day was before `today` (UTC). The oldest first. */
export function listOverdueActions(tx: ScopedTransaction, today: string): Promise<DueAction[]> {
  return listDue(tx, sql<SqlBool>`a.due_on < ${today}::date`)
}

async function listDue(tx: ScopedTransaction, isDue: Expression<SqlBool>): Promise<DueAction[]> {
  const rows = await tx
    .selectFrom('security_incident_action as a')
    .innerJoin('security_incident as i', 'i.id', 'a.incident_id')
    .select(['a.id', 'a.title', 'a.owner_id', sql<string>`a.due_on`.as('due_on')])
    .select(['i.id as incident_id', 'i.number', 'i.title as incident_title', 'i.commander_id'])
    .where('a.organization_id', '=', tx.scopedTo)
    .where('a.done_at', 'is', null)
    .where(isDue)
    .orderBy('a.due_on')
    .orderBy('a.seq')
    .execute()
  return rows.map(({ incident_id, number, incident_title, commander_id, ...action }) => ({
    ...action,
    incident: { id: incident_id, number, title: incident_title, commander_id },
  }))
}
