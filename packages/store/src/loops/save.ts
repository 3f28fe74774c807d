/**
 * What the watch found, into rows. An incident that was known before a restart, or to another process, is the same one:
 * its fingerprint tells, within half an hour of its end. What people said about it stays.
 */
import type { LoopDetection, LoopEvidence } from '@kept/domain/loop.ts'
import { statusFromTelemetry } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { LoopRow } from './row.ts'

export interface SeenLoop {
  detection: LoopDetection
  evidence: LoopEvidence
  rule_id: string
  confirmed: boolean
  onset_at: string
  last_seen_at: string
  rates: number[]
  /** Tagged as critical, and what it is acted upon by: the telemetry's word. */
  critical: boolean
  target_id: string
}

/** What became of one: told about when it was not known before, or is back. */
export interface SavedLoop {
  /** The row's, where the engine began a new incident for a known one. */
  id: string
  seen: SeenLoop
  change: 'new' | 'confirmed' | 'reopened' | 'resolved' | 'seen'
}

const sameIncidentMinutes = 30

export async function saveLoops(
  database: Database,
  scope: Scope,
  seen: readonly SeenLoop[],
  { now, source }: { now: Date; source: 'live' | 'file' },
): Promise<SavedLoop[]> {
  if (seen.length === 0) return []
  return database.scoped(scope, async (tx) => {
    const saved: SavedLoop[] = []
    for (const one of seen) saved.push(await saveOne(tx, scope, one, now, source))
    return saved
  })
}

async function saveOne(
  tx: ScopedTransaction,
  scope: Scope,
  seen: SeenLoop,
  now: Date,
  source: 'live' | 'file',
): Promise<SavedLoop> {
  const known = await findKnown(tx, seen)
  const isOpen = seen.detection.status !== 'resolved'
  if (!known) {
    const values = written(seen, now)
    await tx
      .insertInto('loop_incident')
      .values({
        organization_id: scope.organizationId,
        id: seen.detection.id,
        fingerprint: seen.evidence.fingerprint,
        rule_id: seen.rule_id,
        onset_at: seen.onset_at,
        source,
        status: isOpen ? 'active' : 'resolved',
        resolved_by: isOpen ? '' : 'quiet',
        ...values,
      })
      .execute()
    await step(tx, scope, seen.detection.id, {
      what: 'detected',
      before: null,
      after: 'active',
      at: seen.detection.detected_at,
    })
    if (!isOpen)
      await step(tx, scope, seen.detection.id, {
        what: 'resolved',
        before: 'active',
        after: 'resolved',
        at: seen.detection.resolved_at ?? now,
        note: quiet,
      })
    return { id: seen.detection.id, seen, change: 'new' }
  }
  const status = statusFromTelemetry({
    status: known.status,
    resolvedBy: known.resolved_by,
    resolvedAt: known.resolved_at?.getTime() ?? null,
    isOpen,
    lastSeenAt: Date.parse(seen.last_seen_at),
  })
  const values = written(seen, now)
  const resolvedByPerson = known.resolved_by === 'person' && status === 'resolved'
  const keepsOnset = known.onset_at.getTime() < Date.parse(seen.onset_at)
  await tx
    .updateTable('loop_incident')
    .set({
      ...values,
      // What began in a file and goes on is watched, and ends like anything that is.
      ...(source === 'live' && { source }),
      status,
      confirmed: known.confirmed || seen.confirmed,
      detected_at: known.confirmed ? known.detected_at : values.detected_at,
      ...(keepsOnset && { total_cost: larger(known.total_cost, values.total_cost) }),
      resolved_by: status !== 'resolved' ? '' : resolvedByPerson ? 'person' : 'quiet',
      resolved_at: status !== 'resolved' ? null : resolvedByPerson ? known.resolved_at : values.resolved_at,
    })
    .where('id', '=', known.id)
    .execute()
  if (known.status !== status)
    await step(tx, scope, known.id, {
      what: status === 'resolved' ? 'resolved' : 'reopened',
      before: known.status,
      after: status,
      at: status === 'resolved' ? (values.resolved_at ?? now) : seen.last_seen_at,
      note: status === 'resolved' ? quiet : 'It is seen again.',
    })
  const change =
    known.status !== status
      ? status === 'resolved'
        ? 'resolved'
        : 'reopened'
      : !known.confirmed && seen.confirmed
        ? 'confirmed'
        : 'seen'
  return { id: known.id, seen, change }
}

const quiet = 'Quiet for ten minutes.'

/** By its id, else by what it is about: the newest of that kind that is open or ended a moment before this began. */
async function findKnown(
  tx: ScopedTransaction,
  { detection, evidence, rule_id, onset_at }: SeenLoop,
): Promise<LoopRow | undefined> {
  const rows = () => tx.selectFrom('loop_incident').selectAll().forUpdate()
  const byId = await rows().where('id', '=', detection.id).executeTakeFirst()
  if (byId) return byId
  const onset = Date.parse(onset_at)
  const since = new Date(onset - sameIncidentMinutes * 60_000)
  return rows()
    .where('fingerprint', '=', evidence.fingerprint)
    .where('rule_id', '=', rule_id)
    .where('last_seen_at', '>=', since)
    .where('onset_at', '<=', new Date(onset))
    .orderBy('last_seen_at', 'desc')
    .executeTakeFirst()
}

function written({ detection, evidence, confirmed, last_seen_at, rates, critical, target_id }: SeenLoop, now: Date) {
  const { cost_impact: cost } = detection
  return {
    loop_type: detection.loop_type,
    resource_id: detection.resource_id,
    severity: detection.severity,
    confirmed,
    detected_at: detection.detected_at,
    last_seen_at,
    resolved_at: detection.status === 'resolved' ? (detection.resolved_at ?? now.toISOString()) : null,
    currency: cost.currency,
    hourly_cost: cost.estimated_hourly_cost,
    total_cost: cost.estimated_total_cost,
    detection: JSON.stringify(detection),
    evidence: JSON.stringify(evidence),
    rates: JSON.stringify(rates),
    critical,
    target_id,
  }
}

function larger(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Number(a) > Number(b) ? a : b
}

async function step(
  tx: ScopedTransaction,
  { organizationId }: Scope,
  loopId: string,
  {
    what,
    before,
    after,
    at,
    note = '',
  }: {
    what: string
    before: LoopRow['status'] | null
    after: LoopRow['status']
    at: string | Date
    note?: string
  },
): Promise<void> {
  await tx
    .insertInto('loop_step')
    .values({
      organization_id: organizationId,
      loop_id: loopId,
      what,
      status_before: before,
      status_after: after,
      by_name: 'Kept',
      note,
      at,
    })
    .execute()
}
