/**
 * Stores what the detector found. An incident from before a restart, or of another process, is recognized by its
 * fingerprint within half an hour of its end. Changes by users stay.
 */
import type { LoopDetection, LoopEvidence } from '@kept/domain/loop.ts'
import { statusFromTelemetry } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { liveLoopColumns, publishLoopChange } from './publish-change.ts'
import type { LoopRow } from './row.ts'

export interface SeenLoop {
  detection: LoopDetection
  evidence: LoopEvidence
  rule_id: string
  confirmed: boolean
  onset_at: string
  last_seen_at: string
  rates: number[]
  /** Tagged as critical, and the resource that actions change: both from the telemetry. */
  critical: boolean
  target_id: string
}

/** What happened to an incident: users are notified when it is new or reopened. */
export interface SavedLoop {
  /** The stored incident's id, where the engine began a new incident for a stored one. */
  id: string
  loop: SeenLoop
  change: 'new' | 'confirmed' | 'reopened' | 'resolved' | 'seen'
}

const sameIncidentMinutes = 30

export async function saveLoops(
  database: Database,
  scope: Scope,
  loops: readonly SeenLoop[],
  { now, source }: { now: Date; source: 'live' | 'file' },
): Promise<SavedLoop[]> {
  if (loops.length === 0) return []
  return database.scoped(scope, async (tx) => {
    const saved: SavedLoop[] = []
    for (const loop of loops) saved.push(await saveOne(tx, scope, loop, now, source))
    return saved
  })
}

async function saveOne(
  tx: ScopedTransaction,
  scope: Scope,
  loop: SeenLoop,
  now: Date,
  source: 'live' | 'file',
): Promise<SavedLoop> {
  const existing = await findKnown(tx, loop)
  return existing ? saveAgain(tx, scope, loop, { existing, now, source }) : saveNew(tx, scope, loop, { now, source })
}

async function saveNew(
  tx: ScopedTransaction,
  scope: Scope,
  loop: SeenLoop,
  { now, source }: { now: Date; source: 'live' | 'file' },
): Promise<SavedLoop> {
  const { detection } = loop
  const isOpen = detection.status !== 'resolved'
  const after = await tx
    .insertInto('loop_incident')
    .values({
      organization_id: scope.organizationId,
      id: detection.id,
      fingerprint: loop.evidence.fingerprint,
      rule_id: loop.rule_id,
      onset_at: loop.onset_at,
      source,
      status: isOpen ? 'active' : 'resolved',
      resolved_by: isOpen ? '' : 'quiet',
      ...toRow(loop, now),
    })
    .returning(liveLoopColumns)
    .executeTakeFirstOrThrow()
  await publishLoopChange(tx, scope, { after })
  await step(tx, scope, detection.id, { event: 'detected', before: null, after: 'active', at: detection.detected_at })
  if (!isOpen)
    await step(tx, scope, detection.id, {
      event: 'resolved',
      before: 'active',
      after: 'resolved',
      at: detection.resolved_at ?? now,
      note: quiet,
    })
  return { id: detection.id, loop, change: 'new' }
}

async function saveAgain(
  tx: ScopedTransaction,
  scope: Scope,
  loop: SeenLoop,
  { existing, now, source }: { existing: LoopRow; now: Date; source: 'live' | 'file' },
): Promise<SavedLoop> {
  const status = statusFromTelemetry({
    status: existing.status,
    resolvedBy: existing.resolved_by,
    resolvedAt: existing.resolved_at?.getTime() ?? null,
    isOpen: loop.detection.status !== 'resolved',
    lastSeenAt: Date.parse(loop.last_seen_at),
  })
  const values = toRow(loop, now)
  const keepsOnset = existing.onset_at.getTime() < Date.parse(loop.onset_at)
  const after = await tx
    .updateTable('loop_incident')
    .set({
      ...values,
      // An incident from a file that continues is tracked and ends like any other.
      ...(source === 'live' && { source }),
      status,
      confirmed: existing.confirmed || loop.confirmed,
      detected_at: existing.confirmed ? existing.detected_at : values.detected_at,
      ...(keepsOnset && { total_cost: larger(existing.total_cost, values.total_cost) }),
      ...endOf(existing, status, values.resolved_at),
    })
    .where('id', '=', existing.id)
    .returning(liveLoopColumns)
    .executeTakeFirstOrThrow()
  await publishLoopChange(tx, scope, { before: existing, after })
  if (existing.status !== status)
    await step(tx, scope, existing.id, {
      event: status === 'resolved' ? 'resolved' : 'reopened',
      before: existing.status,
      after: status,
      at: status === 'resolved' ? (values.resolved_at ?? now) : loop.last_seen_at,
      note: status === 'resolved' ? quiet : 'Detected again.',
    })
  return { id: existing.id, loop, change: changeOf(existing, status, loop) }
}

/** Who resolved it and when; what a person resolved stays theirs. */
function endOf(existing: LoopRow, status: LoopRow['status'], resolvedAt: string | null) {
  if (status !== 'resolved') return { resolved_by: '' as const, resolved_at: null }
  return existing.resolved_by === 'person'
    ? { resolved_by: existing.resolved_by, resolved_at: existing.resolved_at }
    : { resolved_by: 'quiet' as const, resolved_at: resolvedAt }
}

function changeOf(existing: LoopRow, status: LoopRow['status'], loop: SeenLoop): SavedLoop['change'] {
  if (existing.status !== status) return status === 'resolved' ? 'resolved' : 'reopened'
  return !existing.confirmed && loop.confirmed ? 'confirmed' : 'seen'
}

const quiet = 'Not detected for ten minutes.'

/** By its id, else by its subject: the latest of that kind that is open or ended just before this one began. */
async function findKnown(
  tx: ScopedTransaction,
  { detection, evidence, rule_id, onset_at }: SeenLoop,
): Promise<LoopRow | undefined> {
  const rows = () => tx.selectFrom('loop_incident').selectAll().forUpdate()
  const byId = await rows().where('id', '=', detection.id).executeTakeFirst()
  if (byId) return byId
  const onset = Date.parse(onset_at)
  const earliest = new Date(onset - sameIncidentMinutes * 60_000)
  return rows()
    .where('fingerprint', '=', evidence.fingerprint)
    .where('rule_id', '=', rule_id)
    .where('last_seen_at', '>=', earliest)
    .where('onset_at', '<=', new Date(onset))
    .orderBy('last_seen_at', 'desc')
    .executeTakeFirst()
}

function toRow({ detection, evidence, confirmed, last_seen_at, rates, critical, target_id }: SeenLoop, now: Date) {
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
    event,
    before,
    after,
    at,
    note = '',
  }: {
    event: string
    before: LoopRow['status'] | null
    after: LoopRow['status']
    at: string | Date
    note?: string
  },
): Promise<void> {
  await tx
    .insertInto('loop_transition')
    .values({
      organization_id: organizationId,
      loop_id: loopId,
      event,
      status_before: before,
      status_after: after,
      actor_name: 'Kept',
      note,
      at,
    })
    .execute()
}
