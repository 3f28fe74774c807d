/** When a connection is read next. */
const intervalMs = 6 * 3_600_000
/** Connections made at the same time are not read at the same time. */
const jitterMs = 30 * 60_000

/** Six hours after the start of the last run, moved by up to half an hour that depends on the connection only. */
export function nextRunMs(connectionId: string, lastStartedMs: number): number {
  return lastStartedMs + intervalMs + (hashOf(connectionId) % jitterMs)
}

/** FNV-1a: spreads ids evenly, the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
