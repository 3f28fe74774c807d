/** For tests: an organization with a canary in every table of both engines. */
import type { Scope } from '@kept/domain/scope.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { plantWarehouseRows } from '@kept/store/testing/plant-warehouse-rows.ts'
import type { TestKept } from '../testing.ts'
import { type Planted, plant } from './plant.ts'
import { shapesWith } from './plant-shapes.ts'
import { warehouseShapesWith } from './plant-warehouse-shapes.ts'
import type { TestUser } from './sign-in.ts'

interface PlantedEverywhere {
  planted: Planted
  /** Tables that are still without a row, with the reason. */
  database: string[]
  warehouse: string[]
}

export async function plantEverywhere(
  kept: Pick<TestKept, 'world' | 'url'>,
  { scope, admin, canary }: { scope: Scope; admin: TestUser; canary: string },
): Promise<PlantedEverywhere> {
  const planted = await plant(kept, scope, admin, canary)
  return { planted, ...(await plantEmptyTables(kept, scope, canary)) }
}

/** In tables without a row of the organization. */
export async function plantEmptyTables(
  { world }: Pick<TestKept, 'world'>,
  scope: Scope,
  canary: string,
): Promise<Pick<PlantedEverywhere, 'database' | 'warehouse'>> {
  return {
    database: await plantRows(world.database, scope, canary, shapesWith(canary)),
    warehouse: await plantWarehouseRows(world.warehouse, scope, canary, warehouseShapesWith(canary)),
  }
}
