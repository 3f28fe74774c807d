/** Reads one unit page by page. Each page is stored together with the position after it. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { metricTargets, savePage } from '@kept/store/sync/save-page.ts'
import { stopUnit, type UnitToRead } from '@kept/store/sync/units.ts'
import type { Services } from '../platform/context.ts'
import type { WritePoints } from './points-writer.ts'
import { stoppedBy } from './stopped-by.ts'

export interface UnitResult {
  resources: number
  removed: number
  points: number
  failure?: SyncFailure
}

interface UnitServices extends Pick<Services, 'state' | 'now'> {
  importActivity(scope: Scope, lines: string): Promise<unknown>
  writePoints: WritePoints
}

export async function runUnit(
  { state, now, importActivity, writePoints }: UnitServices,
  scope: Scope,
  { connectionId, unit, cloud }: { connectionId: string; unit: UnitToRead; cloud: LiveCloud },
  /** False when the run should end: paused, or the process stops. */
  mayContinue: () => Promise<boolean>,
): Promise<UnitResult> {
  const { database } = state
  const result: UnitResult = { resources: 0, removed: 0, points: 0 }
  const types = unit.dataset === 'metrics' ? cloud.metricTypes : unit.dataset === 'activity' ? ['Instance'] : []
  const targets = types.length > 0 ? await metricTargets(database, scope, { ...unit, connectionId }, types) : []
  let cursor = unit.cursor
  try {
    do {
      const page = await cloud.readPage(unit, {
        cursor,
        targets,
        nowMs: now().getTime(),
        completedMs: unit.completedAt?.getTime(),
      })
      if (page.points.length > 0) {
        await writePoints(page.points)
        result.points += page.points.length
      }
      // Stored before the position: events that are read again are stored once.
      if (page.activity) await importActivity(scope, page.activity)
      const saved = await savePage(database, scope, unit, { items: page.items, next: page.next, now: now() })
      result.resources += saved.listed
      result.removed += saved.removed
      cursor = page.next
    } while (cursor !== null && (await mayContinue()))
    return result
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    await stopUnit(database, scope, unit.id, { ...stoppedBy(error, cursor, now()), now: now() })
    return { ...result, failure: error }
  }
}
