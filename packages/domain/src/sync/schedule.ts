/** When a connection is read next. */
import type { ConnectionKind } from '../connection-kind.ts'

const hourMs = 3_600_000
/** A cluster keeps no history of its use, and reading it costs nothing. */
const intervalsMs: Readonly<Record<ConnectionKind, number>> = {
  aws: 6 * hourMs,
  azure: 6 * hourMs,
  gcp: 6 * hourMs,
  oci: 6 * hourMs,
  kubernetes: hourMs / 4,
  // Providers write exports up to three times a day.
  s3: 8 * hourMs,
  azure_blob: 8 * hourMs,
  gcs: 8 * hourMs,
}
/** Connections made at the same time are not read at the same time. */
const jitterShare = 1 / 12

/** So long after the start of the last run, moved by up to a twelfth that depends on the connection only. */
export function nextRunMs(kind: ConnectionKind, connectionId: string, lastStartedMs: number): number {
  const intervalMs = intervalsMs[kind]
  return lastStartedMs + intervalMs + (hashOf(connectionId) % (intervalMs * jitterShare))
}

/** FNV-1a: spreads ids evenly, the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
