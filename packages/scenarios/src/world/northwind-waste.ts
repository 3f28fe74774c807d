/**
 * Northwind's leaks, each put there with the truth about it: what a perfect advisor would call its monthly saving.
 * Ranges follow from the prices beside them; where a bill cannot show a saving, the truth is that there is none to tell.
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
