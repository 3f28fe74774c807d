import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { type AtRisk, keysAtRisk, peopleAtRisk } from '@kept/engine/security/at-risk.ts'
import { scoreOf } from '@kept/engine/security/score.ts'
import { readAuditCheckpoints } from '@kept/store/audit/checkpoints.ts'
import { readOverviewVersion } from '@kept/store/audit/overview.ts'
import { readAuditHead } from '@kept/store/audit/read.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listIncidents } from '@kept/store/security/incidents.ts'
import { countFailingChecks, lastScans } from '@kept/store/security/scans.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import type { SignedInContext } from '../platform/context.ts'
import { readOverdue } from './overdue.ts'
import { readChecks } from './score/read-checks.ts'
import { readScoreHistory, saveScore } from './score/score-history.ts'

const LISTED_INCIDENTS = 5
const LISTED_RISKS = 20

/** Cached for five minutes, and computed again as soon as an event changes it. */
export function securityOverview(context: SignedInContext): Promise<SecurityOverview> {
  const { services, scope } = context
  const { database } = services.state
  return cachedAnswer(
    context,
    {},
    () => readOverviewVersion(database, scope),
    () => computeOverview(context),
  )
}

async function computeOverview({ services, scope, me }: SignedInContext): Promise<SecurityOverview> {
  const { database } = services.state
  const now = services.now()
  const head = await readAuditHead(database, scope)
  const { checks, people, keys, policies, counted, lastSeq } = await readChecks(
    { database, now },
    scope,
    me.organization.demo,
  )
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
      at_risk: worstOf(peopleAtRisk(people, policies, now.getTime()), ({ id, name, role }) => ({ id, name, role })),
    },
    api_keys: {
      active: keys.length,
      at_risk: worstOf(keysAtRisk(keys, policies, now.getTime()), ({ id, name, expires_at }) => ({
        ...{ id, name, expires_at },
      })),
    },
  }
}

/** The newest incidents, the last scan of each kind, and what fails in them. */
async function readActivity(
  tx: ScopedTransaction,
): Promise<Pick<SecurityOverview, 'active_incidents' | 'incidents' | 'failing_checks' | 'last_scans'>> {
  const { total } = await listIncidents(tx, { active: true, page: 1, page_size: 1 })
  const { incidents } = await listIncidents(tx, { active: false, page: 1, page_size: LISTED_INCIDENTS })
  const last_scans = await readLastScans(tx)
  return {
    active_incidents: total,
    incidents: incidents.map(({ id, number, title, severity, status, opened_at }) => ({
      ...{ id, number, title, severity, status, opened_at },
    })),
    failing_checks: sumOf(last_scans.flatMap(({ scan }) => (scan ? [scan.failing_checks] : []))),
    last_scans,
  }
}

async function readLastScans(tx: ScopedTransaction): Promise<SecurityOverview['last_scans']> {
  const scans = await lastScans(tx)
  const ids = scans.map(({ id }) => id)
  const failing = await countFailingChecks(tx, ids)
  return scanKinds.map((kind) => {
    const last = scans.find((scan) => scan.kind === kind)
    if (!last?.completed_at) return { kind, scan: null }
    const { id, completed_at, passed, failed, unknown } = last
    const failing_checks = failing.get(id) ?? sumOf([])
    return { kind, scan: { id, completed_at, passed, failed, unknown, failing_checks } }
  })
}

function sumOf(parts: readonly SecurityOverview['failing_checks'][]): SecurityOverview['failing_checks'] {
  const total = (severity: CheckSeverity) => parts.reduce((sum, part) => sum + part[severity], 0)
  return { critical: total('critical'), high: total('high'), medium: total('medium'), low: total('low') }
}

function worstOf<Subject, Listed extends object>(
  risks: readonly AtRisk<Subject>[],
  list: (subject: Subject) => Listed,
): { total: number; worst: (Listed & Pick<AtRisk<Subject>, 'severity' | 'reasons'>)[] } {
  const worst = risks.slice(0, LISTED_RISKS)
  return {
    total: risks.length,
    worst: worst.map(({ subject, severity, reasons }) => ({ ...list(subject), severity, reasons })),
  }
}
