/**
 * Delivers audit events to the streams of each organization, every minute: in order, and again until the destination
 * has taken them. Nothing is left out, so a destination that is away for long receives the rest when it is back.
 */
import { type AuditStreamKind, MAX_AUDIT_STREAMS } from '@kept/domain/audit-stream-kinds.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { waitAfter } from '@kept/engine/alerts/classify-answer.ts'
import { emptyChain } from '@kept/foundation/hash/chain.ts'
import { readAuditEvents } from '@kept/store/audit/read.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { Database } from '@kept/store/database/connect.ts'
import {
  leaseAuditStreams,
  noteDelivered,
  noteFailure,
  organizationsWithStreams,
  releaseAuditStream,
  type StoredAuditStream,
} from '@kept/store/security/audit-streams.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs.ts'
import { sendToBucket } from './send-to-bucket.ts'
import { sendToSyslog } from './send-to-syslog.ts'
import { sendToWebhook } from './send-to-webhook.ts'
import type { SendBatch, StreamBatch, StreamDeps, StreamResult } from './stream-batch.ts'
import { openStreamSecret } from './stream-secret.ts'

/** Events of one request, object or connection: a few hundred kilobytes. */
const BATCH_EVENTS = 500
/** What a long outage has left is delivered over several runs. */
const MAX_BATCHES = 20
/** Longer than a run takes: the streams follow each other, and each batch ends within ten seconds. */
const LEASE_MS = (MAX_AUDIT_STREAMS * MAX_BATCHES + 6) * 10_000
/** The first failure is often a restart of the destination; after this many, admins are told. */
const FAILURES_BEFORE_NOTICE = 3
/** A destination that is away is tried again at least this often. */
const MAX_WAIT_MS = 60 * 60_000

type DeliverDeps = StreamDeps & Pick<Services, 'log'> & { database: Database }

export const auditStreamsJob = defineJob({
  name: 'audit-streams',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, deps: DeliverDeps, signal) => {
    for (const organizationId of await organizationsWithStreams(deps.database, deps.now())) {
      signal.throwIfAborted()
      await deliverStreams(deps, { organizationId })
    }
  },
})

/** One run over the streams of an organization that are due and that no other process delivers. */
export async function deliverStreams(deps: DeliverDeps, scope: Scope): Promise<void> {
  const { database, now } = deps
  const streams = await database.scoped(scope, (tx) => leaseAuditStreams(tx, { now: now(), holdMs: LEASE_MS }))
  for (const stream of streams)
    try {
      await deliverStream(deps, scope, stream)
    } finally {
      await database.scoped(scope, (tx) => releaseAuditStream(tx, stream.id))
    }
}

async function deliverStream(deps: DeliverDeps, scope: Scope, stream: StoredAuditStream): Promise<void> {
  let current = stream
  for (let count = 0; count < MAX_BATCHES; count += 1) {
    const batch = await nextBatch(deps.database, scope, current)
    if (!batch) return
    const result = await sendBatch(deps, current, batch)
    if (!result.delivered) return noteFailed(deps, scope, current, result)
    current = await noteBatch(deps, scope, current, batch)
  }
}

/** The events that follow the last one that was delivered; undefined without any. */
async function nextBatch(
  database: Database,
  scope: Scope,
  { id, name, delivered_seq }: StoredAuditStream,
): Promise<StreamBatch | undefined> {
  const range = { after: Math.max(delivered_seq - 1, 0), limit: BATCH_EVENTS + 1 }
  const read = await readAuditEvents(database, scope, range)
  const last = read[0]?.seq === delivered_seq ? read[0] : undefined
  const [first, ...rest] = last ? read.slice(1) : read
  if (!first) return undefined
  const before = last ? { seq: last.seq, hash: last.hash } : emptyChain
  return { organizationId: scope.organizationId, stream: { id, name }, before, events: [first, ...rest] }
}

const senders: { [Kind in AuditStreamKind]: SendBatch<Kind> } = {
  syslog: sendToSyslog,
  webhook: sendToWebhook,
  s3: sendToBucket,
}

/** Never throws: what a destination does wrong is a result. */
export async function sendBatch(
  deps: StreamDeps & Pick<Services, 'log'>,
  stream: StoredAuditStream,
  batch: StreamBatch,
): Promise<StreamResult> {
  const send = senders[stream.settings.kind] as SendBatch<AuditStreamKind>
  try {
    const secret = openStreamSecret(deps.secrets, batch.organizationId, stream)
    return await send(batch, { settings: stream.settings, secret }, deps)
  } catch (error) {
    if (error instanceof KeptError) return { delivered: false, reason: error.message, waitMs: null }
    deps.log.error({ event: 'audit_stream.failed', stream_id: stream.id, err: error }, 'could not deliver audit events')
    return { delivered: false, reason: 'Kept could not send the events. See its log.', waitMs: null }
  }
}

const kept = { kind: 'system', id: null, name: 'Kept' } as const

async function noteBatch(
  { database, now }: DeliverDeps,
  scope: Scope,
  stream: StoredAuditStream,
  { events }: StreamBatch,
): Promise<StoredAuditStream> {
  const seq = (events.at(-1) ?? events[0]).seq
  await database.scoped(scope, async (tx) => {
    await noteDelivered(tx, stream.id, { seq, at: now() })
    if (stream.failed_attempts >= FAILURES_BEFORE_NOTICE)
      await recordAudit(tx, {
        ...{ action: 'audit_stream.recovered', actor: kept, at: now(), target: stream.id },
        summary: `The audit stream "${stream.name}" delivered again.`,
      })
  })
  return { ...stream, delivered_seq: seq, failed_attempts: 0 }
}

async function noteFailed(
  { database, now }: DeliverDeps,
  scope: Scope,
  { id, name, failed_attempts }: StoredAuditStream,
  { reason, waitMs }: Extract<StreamResult, { delivered: false }>,
): Promise<void> {
  const failed = failed_attempts + 1
  const wait = Math.max(Math.min(waitAfter(failed, id, null) ?? MAX_WAIT_MS, MAX_WAIT_MS), waitMs ?? 0)
  await database.scoped(scope, async (tx) => {
    await noteFailure(tx, id, { failed_attempts: failed, reason, next: new Date(now().getTime() + wait) })
    if (failed === FAILURES_BEFORE_NOTICE)
      await recordAudit(tx, {
        ...{ action: 'audit_stream.failing', outcome: 'failed', actor: kept, at: now(), target: id },
        summary: `The audit stream "${name}" failed: ${reason}`,
      })
  })
}
