import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { lastCheckpointSeq, readAuditCheckpoints } from '@kept/store/audit/checkpoints.ts'
import { countAuditEvents, findPeopleAtRisk } from '@kept/store/audit/overview.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import { type FoundApiKey, listApiKeys } from '@kept/store/people/api-keys.ts'
import type { SignedInContext } from '../platform/context.ts'

/** A key without use for so long was probably never needed. */
const UNUSED_AFTER_DAYS = 7
const EXPIRING_WITHIN_DAYS = 14

export async function securityOverview({ services, scope }: SignedInContext): Promise<SecurityOverview> {
  const { database } = services.state
  const now = services.now()
  const head = await readAuditHead(database, scope)
  const counted = await countAuditEvents(database, scope, now)
  const lastSeq = await lastCheckpointSeq(database, scope)
  const [last] = lastSeq === 0 ? [] : await readAuditCheckpoints(database, scope, { after: lastSeq - 1 })
  const keys = (await listApiKeys(database, scope, now)).filter(({ status }) => status === 'active')
  return {
    audit_log: {
      events: head.seq,
      events_last_day: counted.last_day,
      denied_last_week: counted.denied_last_week,
      head,
      last_checkpoint_seq: lastSeq,
      last_checkpoint_at: last?.created_at ?? null,
    },
    people: await findPeopleAtRisk(database, scope),
    api_keys: {
      active: keys.length,
      never_used: keys.filter((key) => isUnused(key, now)).map(summaryOf),
      expiring: keys.filter((key) => expiresSoon(key, now)).map(summaryOf),
    },
  }
}

function isUnused({ last_used_at, created_at }: FoundApiKey, now: Date): boolean {
  return last_used_at === null && now.getTime() - Date.parse(created_at) > UNUSED_AFTER_DAYS * dayMs
}

function expiresSoon({ expires_at }: FoundApiKey, now: Date): boolean {
  return Date.parse(expires_at) - now.getTime() < EXPIRING_WITHIN_DAYS * dayMs
}

function summaryOf({ id, name, expires_at }: FoundApiKey) {
  return { id, name, expires_at }
}
