/** Calculates a month of savings from the bill, a few hundred resources at a time. */
import type { Scope } from '@kept/domain/scope.ts'
import { type CalculatedMonth, openSettlement } from '@kept/engine/savings/month/calculate-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { skusOf } from '@kept/engine/savings/month/skus-of.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { readCommitmentHours, readCoveredHours, readPricesSeen } from '@kept/store/ledger/savings/bill-facts.ts'
import type { CountedSpan } from '@kept/store/ledger/savings/counted-lines.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** Memory limit: about 350,000 lines for resources billed by the hour. */
const resourcesAtOnce = 500

export async function calculateFromBill(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  setup: MonthSetup,
): Promise<CalculatedMonth> {
  const span: CountedSpan = { loadIds, currency: setup.currency, ...hoursOfMonth(setup.month) }
  const [prices, covered] = await Promise.all([
    readPricesSeen(warehouse, scope, span, skusOf(setup)),
    readCoveredHours(warehouse, scope, span),
  ])
  const settlement = openSettlement(setup, { prices, isCovered: (hour) => covered.has(hour) })
  // Lines are sorted by resource and day, so neighbors are read together.
  const lineages = settlement.lineages.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const readAt = async (start: number) => {
    const batch = lineages.slice(start, start + resourcesAtOnce)
    const resources = batch.flatMap((lineage) => lineage.resources)
    return { batch, lines: batch.length === 0 ? [] : await readResourceLines(warehouse, scope, span, resources) }
  }
  let next = readAt(0)
  for (let start = resourcesAtOnce; start < lineages.length + resourcesAtOnce; start += resourcesAtOnce) {
    const { batch, lines } = await next
    // The next batch is read while this one is calculated.
    next = readAt(start)
    next.catch(() => {})
    const byResource = Map.groupBy(lines, ({ resource }) => resource)
    for (const lineage of batch) {
      settlement.addLineage(
        lineage,
        lineage.resources.flatMap((resource) => byResource.get(resource) ?? []),
      )
    }
  }
  const { replacements } = settlement
  for (let start = 0; start < replacements.length; start += resourcesAtOnce) {
    const batch = replacements.slice(start, start + resourcesAtOnce)
    const byResource = Map.groupBy(await readResourceLines(warehouse, scope, span, batch), ({ resource }) => resource)
    for (const resource of batch) settlement.addReplacement(resource, byResource.get(resource) ?? [])
  }
  const hours = await readCommitmentHours(warehouse, scope, span, settlement.commitments)
  const byCommitment = Map.groupBy(hours, ({ commitment }) => commitment)
  for (const id of settlement.commitments) settlement.addCommitment(id, byCommitment.get(id) ?? [])
  return settlement.close()
}
