/** Which audit events an erasure concerns. */
import { type Expression, type SqlBool, sql } from 'kysely'

export type ErasureCondition = Expression<SqlBool>

/** Every event that was not erased for the same reason before; the last one says why. */
export const ofDeletedOrganization: ErasureCondition = sql<SqlBool>`
  coalesce(erased ->> 'reason', '') <> 'organization_deleted' AND action <> 'organization.deleted'`

/**
 * Events of a person or about them, and those that match the regular expression. What was erased at `at` is left out:
 * the time of a run, so that each event is erased once in it.
 */
export function ofPerson(userId: string, pattern: string, at: Date): ErasureCondition {
  return sql<SqlBool>`(actor_id = ${userId} OR resource_id = ${userId}
    OR concat_ws(' ', actor_name, resource_name, summary, before, after, details) ~* ${pattern})
    AND coalesce(erased ->> 'at', '') <> ${at.toISOString()}`
}

/** Events before a time, which were not erased for their age before. */
export function olderThan(before: Date): ErasureCondition {
  return sql<SqlBool>`created_at < ${before}
    AND coalesce(erased ->> 'reason', '') NOT IN ('retention', 'organization_deleted')`
}
