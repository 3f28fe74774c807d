import type { ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { compare, type Decimal, divide, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { type Successor, successorOf } from './instance-successors.ts'
import { multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { type PriceRatio, priceRatio, savingOfType } from './reading/price-ratio.ts'
import { ratio } from './reading/share.ts'
import { quantityOf, type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'

const licensed = /windows|sql server|rhel|suse/i

const thresholds = {
  hours: {
    label: 'Minimum share of days billed',
    value: 0.1,
    unit: 'of the days',
    source: 'Kept: short-lived instances follow their launch template',
  },
} as const

/** Machines of a family whose successor does the same for less. */
export const previousGenerationInstance = defineRule({
  id: 'previous-generation-instance',
  title: 'Upgrade to the current generation',
  description:
    'Newer instance families cost less at the same size and are usually faster. Most instances only need a stop and a start.',
  noun: { singular: 'instance', plural: 'instances' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage', 'unit_price'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage, unit_price }, { window, monthly }) {
    const isMachine = (row: ResourceUse) => isMachineTime(row) && !isSpot(row)
    const machines = usageByResource(resource_usage, (row) => isMachine(row) && row.commitment_id === '')
    // An estimate is on no bill, and two of them may be of two regions.
    const isBilled = (row: ResourceUse) => isMachine(row) && row.commitment_id === '' && !row.is_estimate
    const prices = unitPrices(resource_usage.filter(isBilled))
    const candidates = machines.flatMap((machine) => {
      if (!stillThere(machine.lastDay, window) || machine.days < thresholds.hours.value * window.days) return []
      return candidateFor(machine, { billPrices: prices, knownPrices: unit_price }, monthly)
    })
    const machineRows = resource_usage.filter(isMachine)
    const nameless = new Set(machineRows.filter((row) => row.instance_type === '').map((row) => row.resource_id)).size
    const all = new Set(machineRows.map((row) => row.resource_id)).size
    return {
      candidates,
      evaluatedCount: all - nameless,
      skipReasons: nameless > 0 ? [`Needs instance types (${nameless} of ${all} instances have none).`] : [],
    }
  },
})

function candidateFor(
  machine: UsageOfResource,
  prices: { billPrices: Map<string, Decimal>; knownPrices: readonly UnitPrice[] },
  monthly: (amount: Decimal, currency: string) => string,
): Candidate[] {
  const { location } = machine
  const rows = machine.rows.filter((row) => row.instance_type !== '')
  const main = rows.reduce<ResourceUse | undefined>(
    (a, b) => (a && compare(a.effective, b.effective) >= 0 ? a : b),
    undefined,
  )
  const match = main && successorOf(cloudOf(location.provider), main.instance_type)
  if (!main || !match) return []
  const { successor, to } = match
  const cost = sum(rows.filter((row) => row.instance_type === main.instance_type).map((row) => row.effective))
  const price = successorPrice(main, match, prices)
  const mid = price.ratio
  if (mid >= 1) return []
  const lowest = Math.min(mid, successor.lowest.ratio)
  const windows = licensed.test(`${main.description} ${main.meter}`)
  return [
    {
      location: { ...location, resource_type: location.resource_type || main.instance_type },
      part: 'machine',
      summary: `${nameOf(location)} is a ${main.instance_type} and costs ${monthly(cost, location.currency)}. ${to} costs ${percent(1 - mid)} less.`,
      cost,
      saving: [
        ...savingOfType({ label: 'On-demand cost in the window', amount: cost, currency: location.currency }, price),
        multiplyByShare('Estimate range', {
          // A license in the price does not get cheaper with the hardware.
          low: windows || price.from !== 'bill' ? 0.5 : 1,
          mid: 1,
          high: (1 - lowest) / (1 - mid),
        }),
      ],
      confidence: price.from === 'bill' ? 0.9 : windows ? 0.6 : 0.8,
      evidence: [
        { label: 'Instance type', value: main.instance_type },
        { label: 'Current generation', value: to },
        { label: 'Current generation price', value: percent(mid), unit: 'of the current price' },
        { label: 'Cheapest compatible type', value: successor.lowest.to.includes('$') ? to : successor.lowest.to },
        {
          label: 'Price source',
          value: price.source,
        },
      ],
      steps: [
        `Check that the image has the drivers that ${to} needs (on AWS: ENA and NVMe).`,
        'Move one instance and compare its load for a week.',
        'Stop it, change the type, start it. You can change back the same way.',
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
  { billPrices, knownPrices }: { billPrices: Map<string, Decimal>; knownPrices: readonly UnitPrice[] },
): SuccessorPrice {
  const [from, target] = [
    billPrices.get(JSON.stringify(priceKey(main))),
    billPrices.get(JSON.stringify(priceKey({ ...main, instance_type: to }))),
  ]
  if (from !== undefined && target !== undefined) {
    const source = 'Both prices are on this bill'
    const priced = (type: string, price: Decimal) => billedPrice({ ...main, instance_type: type }, price, source)
    const prices = { from: priced(main.instance_type, from), to: priced(to, target) }
    return { ratio: ratio(target, from), source, sure: true, from: 'bill', prices }
  }
  // Prices of Linux machines include no license, and do not apply to a managed database of a new family.
  const isListed = !licensed.test(`${main.description} ${main.meter}`) && !/^(?:db|cache|ml)\./.test(main.instance_type)
  const listed = isListed ? priceRatio(main, to, 0, knownPrices) : undefined
  if (listed?.sure) return { ...listed, from: 'list' }
  return { ratio: successor.ratio, source: successor.source, sure: false, from: 'family' }
}

function billedPrice(row: ResourceUse, price: Decimal, sourceLabel: string): UnitPrice {
  const { provider, currency, region, sku_price_id, instance_type, meter, description, pricing_unit } = row
  return {
    source: 'contract',
    ...{
      provider,
      currency,
      region,
      sku_price_id,
      instance_type,
      meter,
      description,
      pricing_unit,
      price,
      source_description: sourceLabel,
    },
    ...{ vcpus: null, memory_gib: null },
  }
}

function unitPrices(rows: readonly ResourceUse[]): Map<string, Decimal> {
  const prices = new Map<string, Decimal>()
  const pricedRows = rows.filter((row) => row.instance_type !== '' && row.quantity !== null)
  for (const priceRows of groupRows(pricedRows, priceKey)) {
    const quantity = quantityOf(priceRows)
    const cost = sum(priceRows.map((row) => row.effective))
    if (quantity && compare(quantity, '0') > 0 && compare(cost, '0') > 0) {
      prices.set(JSON.stringify(priceKey(priceRows[0])), divide(cost, quantity, 12))
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
