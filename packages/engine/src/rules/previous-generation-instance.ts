import { compare, type Decimal, divide, sum } from '@kept/domain/decimal.ts'
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { type Successor, successorOf } from './instance-successors.ts'
import { multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { type PriceRatio, priceRatio, savingOfType } from './reading/price-ratio.ts'
import { ratio } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const licensed = /windows|sql server|rhel|suse/i

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
  needs: ['resource_use', 'unit_price'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use, unit_price }, { window, monthly }) {
    const isMachine = (row: ResourceUse) => isMachineTime(row) && !isSpot(row)
    const machines = usageByResource(resource_use, (row) => isMachine(row) && row.commitment_id === '')
    const prices = unitPrices(resource_use.filter((row) => isMachine(row) && row.commitment_id === ''))
    const candidates = machines.flatMap((machine) => {
      if (!stillThere(machine.lastDay, window) || machine.days < thresholds.hours.value * window.days) return []
      return candidateFor(machine, { own: prices, known: unit_price }, monthly)
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
  prices: { own: Map<string, Decimal>; known: readonly UnitPrice[] },
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
  const price = successorPrice(main, found, prices)
  const mid = price.ratio
  if (mid >= 1) return []
  const lowest = Math.min(mid, successor.lowest.ratio)
  const windows = licensed.test(`${main.description} ${main.meter}`)
  return [
    {
      place: { ...place, resource_type: place.resource_type || main.instance_type },
      part: 'machine',
      summary: `${nameOf(place)} is a ${main.instance_type}; ${to} costs ${percent(1 - mid)} less. It costs ${monthly(cost, place.currency)} now.`,
      cost,
      saving: [
        ...savingOfType({ label: 'On-demand cost in the window', amount: cost, currency: place.currency }, price),
        multiplyByShare('Range of the estimate', {
          // A licence in the price does not get cheaper with the hardware.
          low: windows || price.from !== 'bill' ? 0.5 : 1,
          mid: 1,
          high: (1 - lowest) / (1 - mid),
        }),
      ],
      confidence: price.from === 'bill' ? 0.9 : windows ? 0.6 : 0.8,
      evidence: [
        { label: 'Instance type', value: main.instance_type },
        { label: 'Successor', value: to },
        { label: 'Successor’s price', value: percent(mid), unit: 'of today’s' },
        { label: 'Cheapest of the same kind', value: successor.lowest.to.includes('$') ? to : successor.lowest.to },
        {
          label: 'Source of the price',
          value: price.says,
        },
      ],
      steps: [
        `Check that the image has the drivers ${to} needs (on AWS: ENA and NVMe).`,
        'Try one machine, compare its load for a week.',
        'Stop, change the type, start; going back is the same way.',
      ],
    },
  ]
}

interface SuccessorPrice extends PriceRatio {
  from: 'bill' | 'list' | 'family'
}

/**
 * The successor's price: from this bill (same region and system, both seen at on-demand price), else from a contract or
 * a public list that names both types, else the ratio of the families.
 */
function successorPrice(
  main: ResourceUse,
  { successor, to }: { successor: Successor; to: string },
  { own, known }: { own: Map<string, Decimal>; known: readonly UnitPrice[] },
): SuccessorPrice {
  const [from, target] = [
    own.get(JSON.stringify(priceKey(main))),
    own.get(JSON.stringify(priceKey({ ...main, instance_type: to }))),
  ]
  if (from !== undefined && target !== undefined) {
    const says = 'Both prices stand in this bill'
    const priced = (type: string, price: Decimal) => billedPrice({ ...main, instance_type: type }, price, says)
    const prices = { from: priced(main.instance_type, from), to: priced(to, target) }
    return { ratio: ratio(target, from), says, sure: true, from: 'bill', prices }
  }
  // A list of Linux machines says nothing of a license in the price, nor of what a managed database of a new family costs.
  const isListed = !licensed.test(`${main.description} ${main.meter}`) && !/^(?:db|cache|ml)\./.test(main.instance_type)
  const listed = isListed ? priceRatio(main, to, 0, known) : undefined
  if (listed?.sure) return { ...listed, from: 'list' }
  return { ratio: successor.ratio, says: successor.source, sure: false, from: 'family' }
}

function billedPrice(row: ResourceUse, price: Decimal, says: string): UnitPrice {
  const { provider, currency, region, sku_price_id, instance_type, meter, description, pricing_unit } = row
  return {
    source: 'contract',
    ...{ provider, currency, region, sku_price_id, instance_type, meter, description, pricing_unit, price, says },
    ...{ vcpus: null, memory_gib: null },
  }
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
