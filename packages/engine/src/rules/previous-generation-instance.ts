import { compare, type Decimal, divide, sum } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { successorOf } from './instance-successors.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { ratio, share } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'
import { money, nameOf, percent } from './reading/words.ts'

const thresholds = {
  hours: {
    words: 'Least share of the window it ran',
    value: 0.1,
    unit: 'of the days',
    source: 'Kept: machines that live for hours follow their launch template, not a migration',
  },
} as const

/** Machines of a family whose successor does the same for less. */
export const previousGenerationInstance = defineRule({
  id: 'previous-generation-instance',
  title: 'Machine of a previous generation',
  explains:
    'Newer machine families cost less for the same size and are usually faster. Moving is a stop and a start for most, after one test.',
  noun: { one: 'machine', many: 'machines' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const isMachine = (row: ResourceUse) => isMachineTime(row) && !isSpot(row)
    const machines = usageByResource(resource_use, (row) => isMachine(row) && row.commitment_id === '')
    const prices = unitPrices(resource_use.filter((row) => isMachine(row) && row.commitment_id === ''))
    const candidates = machines.flatMap((machine) => {
      if (!stillThere(machine.lastDay, window) || machine.days < thresholds.hours.value * window.days) return []
      return candidateFor(machine, prices, monthly)
    })
    const machineRows = resource_use.filter(isMachine)
    const nameless = new Set(machineRows.filter((row) => row.instance_type === '').map((row) => row.resource_id)).size
    const all = new Set(machineRows.map((row) => row.resource_id)).size
    return {
      candidates,
      lookedAt: all - nameless,
      whyNot: nameless > 0 ? [`No line carries an instance type for ${nameless} of ${all} machines.`] : [],
    }
  },
})

function candidateFor(
  machine: UsageOfResource,
  prices: Map<string, Decimal>,
  monthly: (amount: Decimal, currency: string) => string,
): Candidate[] {
  const { place } = machine
  const rows = machine.rows.filter((row) => row.instance_type !== '')
  const main = rows.reduce<ResourceUse | undefined>(
    (a, b) => (a && compare(a.effective, b.effective) >= 0 ? a : b),
    undefined,
  )
  const found = main && successorOf(cloudOf(place.provider), main.instance_type)
  if (!main || !found) return []
  const { successor, to } = found
  const cost = sum(rows.filter((row) => row.instance_type === main.instance_type).map((row) => row.effective))
  const own = ownRatio(main, to, prices)
  const mid = own ?? successor.ratio
  if (mid >= 1) return []
  const lowest = Math.min(mid, successor.lowest.ratio)
  const windows = /windows|sql server|rhel|suse/i.test(`${main.description} ${main.meter}`)
  return [
    {
      place: { ...place, resource_type: place.resource_type || main.instance_type },
      part: 'machine',
      summary: `${nameOf(place)} is a ${main.instance_type}; ${to} costs ${percent(1 - mid)} less. It costs ${monthly(cost, place.currency)} now.`,
      cost,
      saving: {
        // A licence in the price does not get cheaper with the hardware.
        low: windows || own === undefined ? share(cost, (1 - mid) / 2) : share(cost, 1 - mid),
        mid: share(cost, 1 - mid),
        high: share(cost, 1 - lowest),
      },
      confidence: own !== undefined ? 0.9 : windows ? 0.6 : 0.8,
      evidence: [
        { label: 'Instance type', value: main.instance_type },
        { label: 'Successor', value: to },
        { label: 'Successor’s price', value: percent(mid), unit: 'of today’s' },
        { label: 'Cheapest of the same kind', value: successor.lowest.to.includes('$') ? to : successor.lowest.to },
        {
          label: 'Source of the price',
          value: own !== undefined ? 'Both prices stand in this bill' : successor.source,
        },
        { label: 'On-demand cost in the window', value: money(cost, place.currency) },
      ],
      steps: [
        `Check that the image has the drivers ${to} needs (on AWS: ENA and NVMe).`,
        'Try one machine, compare its load for a week.',
        'Stop, change the type, start; going back is the same way.',
      ],
    },
  ]
}

/** The successor's price from the customer's own bill: same region, same system, both seen at on-demand price. */
function ownRatio(main: ResourceUse, to: string, prices: Map<string, Decimal>): number | undefined {
  const [from, successor] = [
    prices.get(JSON.stringify(priceKey(main))),
    prices.get(JSON.stringify(priceKey({ ...main, instance_type: to }))),
  ]
  return from !== undefined && successor !== undefined ? ratio(successor, from) : undefined
}

function unitPrices(rows: readonly ResourceUse[]): Map<string, Decimal> {
  const prices = new Map<string, Decimal>()
  const known = rows.filter((row) => row.instance_type !== '' && row.quantity !== null)
  for (const found of groupRows(known, priceKey)) {
    const quantity = quantityOf(found)
    const cost = sum(found.map((row) => row.effective))
    if (quantity && compare(quantity, '0') > 0 && compare(cost, '0') > 0) {
      prices.set(JSON.stringify(priceKey(found[0])), divide(cost, quantity, 12))
    }
  }
  return prices
}

function priceKey(row: ResourceUse): string[] {
  const system = /windows|rhel|suse|sql server|ubuntu pro/i.exec(row.description)?.[0]?.toLowerCase() ?? ''
  const zones = /multi-?az/i.test(row.meter) ? 'multi' : ''
  const engine = /mysql|mariadb|postgresql|aurora|oracle|sql server/i.exec(row.description)?.[0]?.toLowerCase() ?? ''
  return [row.currency, row.provider, row.region, row.instance_type, system, zones, engine]
}
