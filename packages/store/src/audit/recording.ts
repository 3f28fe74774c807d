/**
 * What is known of the request or job that runs: recorded events get its address and browser from here, and the first
 * transaction that changes something records the request's own event (`record-writes.ts`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ScopedTransaction } from '../database/connect.ts'

interface RecordedFields {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface AuditRecording {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  /** Null where the caller has no session: an API key, the operator, a job. */
  sessionId: string | null
  /** How many events were recorded; a transaction that is rolled back takes its events back. */
  recorded: number
  /** The declared fields before and after the change, for the first event of the request. */
  readFields?: (tx: ScopedTransaction) => Promise<RecordedFields>
  /** The event of the request itself, once it may act; it is recorded if nothing else was. `result` is what was created. */
  pending?: { organizationId: string; record(tx: ScopedTransaction, result: unknown): Promise<void> } | undefined
}

const current = new AsyncLocalStorage<AuditRecording>()

export function runInRecording<T>(recording: AuditRecording, work: () => T): T {
  return current.run(recording, work)
}

export function currentRecording(): AuditRecording | undefined {
  return current.getStore()
}
