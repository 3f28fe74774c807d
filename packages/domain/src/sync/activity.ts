/** Ports that read who started, stopped and changed what: records of a time span, page by page. */
import { SyncFailure } from './failure.ts'
import type { LivePermission, LivePort, LiveScope, MetricTarget, SyncLocation } from './port.ts'

interface ActivityRequest {
  /** Instants in ISO 8601. */
  from: string
  to: string
  token: string | undefined
  /** The instances of the location, as its inventory has them. */
  targets: readonly MetricTarget[]
}

interface ActivityPage {
  /** In the cloud's own format. */
  records: readonly unknown[]
  next: string | undefined
}

/** Records may arrive late; those that are read twice are stored once. */
const overlapMs = 3_600_000
/** What a first run reads; enough for a schedule to be proposed. */
const firstSpanMs = 14 * 86_400_000

/** The cursor holds the time span, which must not change from page to page. */
export function createActivityPort<Session>({
  scope = 'account',
  permission,
  read,
}: {
  scope?: LiveScope
  permission: LivePermission
  read(session: Session, location: SyncLocation, request: ActivityRequest): Promise<ActivityPage>
}): LivePort<Session> {
  return {
    dataset: 'activity',
    scope,
    unlocks: 'Who started and stopped machines, for idle environments',
    permissions: [permission],
    async readPage(session, location, { cursor, nowMs, completedMs, targets }) {
      const [fromMs, toMs, token] =
        cursor === null
          ? [Math.max(nowMs - firstSpanMs, (completedMs ?? 0) - overlapMs), nowMs, undefined]
          : spanIn(cursor)
      const { records, next } = await read(session, location, { from: isoOf(fromMs), to: isoOf(toMs), token, targets })
      if (next !== undefined && next === token)
        throw new SyncFailure('unexpected', `${permission.action} returned the same page twice.`, {
          action: permission.action,
        })
      return {
        items: [],
        points: [],
        activity: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
        next: next === undefined ? null : `${fromMs}:${toMs}:${next}`,
      }
    },
  }
}

function isoOf(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString()
}

function spanIn(cursor: string): [number, number, string] {
  const [from = '', to = ''] = cursor.split(':', 2)
  return [Number(from), Number(to), cursor.slice(from.length + to.length + 2)]
}
