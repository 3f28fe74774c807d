/**
 * Northwind's planted waste, each with its true monthly saving. Ranges follow from the prices next to them; where a
 * bill cannot show a saving, the true value is null.
 */
import type { Builder } from './builder.ts'
import { describeForgottenMachines } from './northwind-forgotten.ts'
import { describeIdle } from './northwind-idle.ts'
import { describeLabs } from './northwind-labs.ts'
import { describeMoving } from './northwind-moving.ts'
import { describeStorage } from './northwind-stored.ts'

export function describeWaste(world: Builder): void {
  describeIdle(world)
  describeStorage(world)
  describeMoving(world)
  describeForgottenMachines(world)
  describeLabs(world)
}
