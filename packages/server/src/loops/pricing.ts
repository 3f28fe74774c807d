/** The inputs of a loop's cost: the customer's own prices, and the baseline of this hour of the week. */
import type { Scope } from '@kept/domain/scope.ts'
import { billedPrices } from '@kept/engine/loops/cost/billed-prices.ts'
import { logsOf, type Pricing } from '@kept/engine/loops/cost/priced-loops.ts'
import type { Incident } from '@kept/engine/loops/incidents.ts'
import { readBilledSkus } from '@kept/store/loops/resource-prices.ts'
import { baselineCalls } from '@kept/store/telemetry/baseline-calls.ts'
import type { Services } from '../platform/context.ts'

export type PricingOf = (incidents: readonly Incident[]) => Promise<(incident: Incident) => Pricing>

const hourMs = 3_600_000
const rememberedMs = 10 * 60_000
const maxRemembered = 5_000

/** Prices are read once in ten minutes per resource, the baseline once per hour. */
export function pricingOf({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): PricingOf {
  const prices = new Map<string, { readAt: number; prices: Pricing['prices'] }>()
  const baselineByKey = new Map<string, readonly number[]>()
  return async (incidents) => {
    const nowMs = now().getTime()
    const used = new Map(incidents.flatMap(namesOf).map((resource) => [`${resource.id}\n${resource.name}`, resource]))
    const missing = [...used].filter(
      ([key]) => nowMs - (prices.get(key)?.readAt ?? Number.NEGATIVE_INFINITY) > rememberedMs,
    )
    if (missing.length > 0) {
      if (prices.size > maxRemembered) prices.clear()
      const read = billedPrices(
        await readBilledSkus(
          state,
          scope,
          missing.map(([, resource]) => resource),
          now(),
        ),
      )
      for (const [key, { id, name }] of missing) {
        // An id on the bill is more certain than a name that several may share.
        const byId = read.filter(({ resource }) => resource === id)
        prices.set(key, {
          readAt: nowMs,
          prices: byId.length > 0 ? byId : read.filter(({ resource }) => resource === name),
        })
      }
    }
    await readBaselines(incidents)
    return (incident) => ({
      prices: namesOf(incident).flatMap(({ id, name }) => prices.get(`${id}\n${name}`)?.prices ?? []),
      hourlyBaselines: new Map([[incident.worst.resource.id, baselineByKey.get(baselineKey(incident)) ?? []]]),
      lists: true,
    })
  }

  async function readBaselines(incidents: readonly Incident[]): Promise<void> {
    if (baselineByKey.size > maxRemembered) baselineByKey.clear()
    const byHour = Map.groupBy(
      incidents.filter((incident) => !baselineByKey.has(baselineKey(incident))),
      hourOf,
    )
    for (const [hour, sameHour] of byHour) {
      const ids = [...new Set(sameHour.map(({ worst }) => worst.resource.id))]
      const baselines = await baselineCalls(state.warehouse, scope, ids, new Date(hour * hourMs))
      for (const incident of sameHour)
        baselineByKey.set(baselineKey(incident), baselines.get(incident.worst.resource.id) ?? [])
    }
  }
}

function hourOf({ onsetMinute }: Incident): number {
  return Math.floor(onsetMinute / 60)
}

function baselineKey(incident: Incident): string {
  return `${hourOf(incident)}\n${incident.worst.resource.id}`
}

/** Everything the loop uses that a bill may name. */
function namesOf({ worst: { resource, uses } }: Incident): { id: string; name: string }[] {
  return [resource, ...uses].flatMap((resource) => {
    const logs = logsOf(resource)
    return [{ id: resource.id, name: resource.name }, ...(logs === undefined ? [] : [{ id: logs, name: logs }])]
  })
}
