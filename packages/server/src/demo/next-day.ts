/**
 * Lets a day pass in a visit of the demo: the next day's bill arrives, as the simulated clouds are in this visit. It is
 * imported like any bill, and only this visit sees it.
 */

import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { billOfDay } from '@kept/scenarios/bill/bill-of-day.ts'
import { firstDayOfVisit } from '@kept/store/demo/visit-bills.ts'
import { listChanges } from '@kept/store/simulation/changed-resources.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import { importNow } from '../imports/public/import-now.ts'
import type { Services } from '../platform/context.ts'
import { countActionsOfVisit } from '../savings/public/count-actions-of-visit.ts'
import { demoDays, worldOf } from '../simulation/public/current-world.ts'
import { writeDemoBill } from './write-demo-bill.ts'

/** A visit lasts half an hour; a week shows what a change is worth. */
const maxDaysAhead = 7

/** Returns the last billed day. Throws `conflict` where a visit is ahead as far as it may be. */
export async function advanceDay(
  services: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
): Promise<{ billedDay: string; daysAhead: number }> {
  const { database } = services.state
  const { firstDay, until: billedDay } = await demoDays(services, scope)
  const firstAhead = (await firstDayOfVisit(database, scope)) ?? billedDay
  const daysAhead = daysBetween(firstAhead, billedDay) + 1
  if (daysAhead > maxDaysAhead)
    throw new KeptError(
      'conflict',
      `A visit can be ${maxDaysAhead} days ahead at most. Sign in to the demo again to start over.`,
    )
  const changes = await listChanges(database, scope)
  const world = worldOf({ firstDay, until: addDays(billedDay, 1) })
  // The days of a month are one load, so the earlier days of this visit are written again with the new one.
  const days = Array.from({ length: daysAhead }, (_, index) => addDays(firstAhead, index))
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const rows = days.flatMap((day) => [...billOfDay(world, account, { day, changes })])
    const upload = await writeDemoBill(services.folder.uploads, account, rows)
    await recordUpload(database, scope, upload)
    uploads.push(upload.id)
  }
  await importNow(services, scope, uploads)
  await countActionsOfVisit(services, scope)
  return { billedDay, daysAhead }
}
