import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { scoreOf } from '@kept/engine/security/score.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { readAuditCheckpoints } from '@kept/store/audit/checkpoints.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { FoundApiKey } from '@kept/store/people/api-keys.ts'
import { listIncidents } from '@kept/store/security/incidents.ts'
import { lastScans } from '@kept/store/security/scans.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import type { SignedInContext } from '../platform/context.ts'
import { readOverdue } from './overdue.ts'
import { readChecks } from './score/read-checks.ts'
import { readScoreHistory, saveScore } from './score/score-history.ts'

/** A key without use for so long was probably never needed. */
const UNUSED_AFTER_DAYS = 7
const EXPIRING_WITHIN_DAYS = 14
const LISTED_INCIDENTS = 5

/** Cached for five minutes: each security event changes the end of the audit log, and with it the answer. */
export function securityOverview(context: SignedInContext): Promise<SecurityOverview> {
  const { services, scope } = context
  const { database } = services.state
  return cachedAnswer(
    context,
    {},
    () => readAuditHead(database, scope),
    () => computeOverview(context),
  )
}

async function computeOverview({ services, scope, me }: SignedInContext): Promise<SecurityOverview> {
  const { database } = services.state
  const now = services.now()
  const head = await readAuditHead(database, scope)
  const { checks, people, keys, counted, lastSeq } = await readChecks({ database, now }, scope, me.organization.demo)
  const [last] = lastSeq === 0 ? [] : await readAuditCheckpoints(database, scope, { after: lastSeq - 1 })
  const score = scoreOf(checks)
  // Visitors of the demo only look: its score is the job's.
  if (!me.organization.demo) await saveScore(database, scope, score, now)
  return {
    score,
    history: await readScoreHistory(database, scope, score.value, now),
    checks,
    ...(await database.scoped(scope, readActivity)),
    overdue: await database.scoped(scope, (tx) => readOverdue(tx, now)),
    audit_log: {
      events: head.seq,
      events_last_day: counted.last_day,
      denied_last_week: counted.denied_last_week,
      head,
      last_checkpoint_seq: lastSeq,
      last_checkpoint_at: last?.created_at ?? null,
    },
    people: {
      active: people.length,
      without_second_factor: people.flatMap(({ id, name, role, second_factor }) =>
        second_factor ? [] : [{ id, name, role }],
      ),
    },
    api_keys: {
      active: keys.length,
      never_used: keys.filter((key) => isUnused(key, now)).map(summaryOf),
      expiring: keys.filter((key) => expiresSoon(key, now)).map(summaryOf),
    },
  }
}

/** The newest incidents, and the last scan of each kind. */
async function readActivity(
  tx: ScopedTransaction,
): Promise<Pick<SecurityOverview, 'active_incidents' | 'incidents' | 'last_scans'>> {
  const { total } = await listIncidents(tx, { active: true, page: 1, page_size: 1 })
  const { incidents } = await listIncidents(tx, { active: false, page: 1, page_size: LISTED_INCIDENTS })
  return {
    active_incidents: total,
    incidents: incidents.map(({ id, number, title, severity, status, opened_at }) => ({
      ...{ id, number, title, severity, status, opened_at },
    })),
    last_scans: (await lastScans(tx)).map(({ id, kind, completed_at, passed, failed, unknown }) => ({
      ...{ id, kind, completed_at, passed, failed, unknown },
    })),
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
