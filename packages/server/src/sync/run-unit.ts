/** Reads one unit page by page. Each page is stored together with the position after it. */

import { type PricedProduct, productKey } from '@kept/domain/list-price.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { productsOf } from '@kept/engine/prices/inventory-usage.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readPricedResources } from '@kept/store/prices/priced-resources.ts'
import { metricTargets, savePage } from '@kept/store/sync/save-page.ts'
import { stopUnit, type UnitToRead } from '@kept/store/sync/units.ts'
import type { Services } from '../platform/context.ts'
import type { WritePoints } from './points-writer.ts'
import { addRefused, describeRefused, noRefusedPrices, readPosition, writePosition } from './price-position.ts'
import { stoppedBy } from './stopped-by.ts'

export interface UnitResult {
  resources: number
  removed: number
  points: number
  prices: number
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
  const result: UnitResult = { resources: 0, removed: 0, points: 0, prices: 0 }
  const types = unit.dataset === 'metrics' ? cloud.metricTypes : unit.dataset === 'activity' ? ['Instance'] : []
  const targets = types.length > 0 ? await metricTargets(database, scope, { ...unit, connectionId }, types) : []
  const isOfPrices = unit.dataset === 'prices'
  const products = isOfPrices ? await productsToPrice(database, scope, connectionId) : []
  let { cursor, refused } = isOfPrices ? readPosition(unit.cursor) : { cursor: unit.cursor, refused: noRefusedPrices }
  try {
    do {
      const page = await cloud.readPage(unit, {
        cursor,
        targets,
        products,
        nowMs: now().getTime(),
        completedMs: unit.completedAt?.getTime(),
      })
      if (page.points.length > 0) {
        await writePoints(page.points)
        result.points += page.points.length
      }
      // Stored before the position: events that are read again are stored once.
      if (page.activity) await importActivity(scope, page.activity)
      refused = addRefused(refused, page.rejected)
      const saved = await savePage(database, scope, unit, {
        items: page.items,
        ...(page.prices && { prices: { connectionId, listed: page.prices } }),
        next: writePosition(page.next, refused),
        unread: describeRefused(refused),
        now: now(),
      })
      result.prices += page.prices?.length ?? 0
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

/** What the inventory of the connection has, each product once. */
async function productsToPrice(database: Database, scope: Scope, connectionId: string): Promise<PricedProduct[]> {
  const products = new Map<string, PricedProduct>()
  await readPricedResources(database, scope, connectionId, (resources) => {
    for (const product of productsOf(resources)) products.set(productKey(product), product)
  })
  return [...products.values()]
}
