/** What one delivery of an audit stream carries, and what came of it. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { AuditStreamSecret, SettingsOfStream } from '@kept/domain/audit-stream.ts'
import type { AuditStreamKind } from '@kept/domain/audit-stream-kinds.ts'
import type { ChainHead } from '@kept/foundation/hash/chain.ts'
import type { Services } from '../../platform/context.ts'

export interface StreamBatch {
  organizationId: string
  stream: { id: string; name: string }
  /** The end of the chain before the first event. */
  before: ChainHead
  /** In order, without gaps, at least one. */
  events: readonly [AuditEvent, ...AuditEvent[]]
}

export type StreamResult = { delivered: true } | { delivered: false; reason: string; waitMs: number | null }

export type StreamDeps = Pick<Services, 'config' | 'now' | 'origin' | 'secrets'>

export type SendBatch<Kind extends AuditStreamKind> = (
  batch: StreamBatch,
  to: { settings: SettingsOfStream<Kind>; secret: AuditStreamSecret },
  deps: StreamDeps,
) => Promise<StreamResult>

/** "3-17": the same for the same events, so that a receiver can drop what arrives twice. */
export function batchRange({ events }: Pick<StreamBatch, 'events'>): { first: number; last: number } {
  const [first] = events
  return { first: first.seq, last: (events.at(-1) ?? first).seq }
}
