/** A month of savings settled from the lines in a warehouse, a few hundred resources at a time. */
import { hoursOfMonth } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openSettlement, type SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { skusOf } from '@kept/engine/savings/month/skus-of.ts'
import { readCommitmentHours, readCoveredHours, readPricesSeen } from '@kept/store/ledger/savings/bill-facts.ts'
import type { CountedSpan } from '@kept/store/ledger/savings/counted-lines.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** As many lines at once as fit into little memory: some 350,000 where a resource is billed by the hour. */
const resourcesAtOnce = 500

export async function settleFromBill(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  setup: MonthSetup,
): Promise<SettledMonth> {
  const span: CountedSpan = { loadIds, currency: setup.currency, ...hoursOfMonth(setup.month) }
  const [prices, covered] = await Promise.all([
    readPricesSeen(warehouse, scope, span, skusOf(setup)),
    readCoveredHours(warehouse, scope, span),
  ])
  const settlement = openSettlement(setup, { prices, isCovered: (hour) => covered.has(hour) })
  // Lines lie in the order of their resources, day after day: neighbours are read together.
  const lineages = settlement.lineages.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const readAt = async (at: number) => {
    const some = lineages.slice(at, at + resourcesAtOnce)
    const resources = some.flatMap((lineage) => lineage.resources)
    return { some, lines: some.length === 0 ? [] : await readResourceLines(warehouse, scope, span, resources) }
  }
  let next = readAt(0)
  for (let at = resourcesAtOnce; at < lineages.length + resourcesAtOnce; at += resourcesAtOnce) {
    const { some, lines } = await next
    // The warehouse reads on while these are worked out.
    next = readAt(at)
    next.catch(() => {})
    const byResource = Map.groupBy(lines, ({ resource }) => resource)
    for (const lineage of some) {
      settlement.addLineage(
        lineage,
        lineage.resources.flatMap((resource) => byResource.get(resource) ?? []),
      )
    }
  }
  const { replacements } = settlement
  for (let at = 0; at < replacements.length; at += resourcesAtOnce) {
    const some = replacements.slice(at, at + resourcesAtOnce)
    const byResource = Map.groupBy(await readResourceLines(warehouse, scope, span, some), ({ resource }) => resource)
    for (const resource of some) settlement.addReplacement(resource, byResource.get(resource) ?? [])
  }
  const hours = await readCommitmentHours(warehouse, scope, span, settlement.commitments)
  const byCommitment = Map.groupBy(hours, ({ commitment }) => commitment)
  for (const id of settlement.commitments) settlement.addCommitment(id, byCommitment.get(id) ?? [])
  return settlement.close()
}
