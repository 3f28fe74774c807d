import type { FactWindow, OnDemandHour, ResourceUse } from '@kept/domain/facts.ts'
import { compare, type Decimal, decimal, subtract, sum, toNumber } from '@kept/foundation/decimal.ts'
import { quantile } from '../maths/quantile.ts'
import { type Discount, discountFor } from './commitment-discounts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import {
  beginWithCost,
  type Calculation,
  evaluateCalculation,
  multiplyBy,
  multiplyByShare,
  subtractFromCost,
} from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { environmentOf } from './reading/environment-of.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { share } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  floor: {
    label: 'Steady on-demand cost, reached in all but the quietest hours',
    value: 0.05,
    unit: 'of hours can be lower',
    source: 'Kept: used 95% of the time, well above every break-even',
  },
  days: {
    label: 'Days of history before a one-year commitment',
    value: 14,
    unit: 'days',
    source: 'Kept: two full weeks; AWS recommends commitments from 7, 30, or 60 days',
  },
  saving: { label: 'Minimum savings', value: 5, unit: 'currency units a month', source: 'Kept' },
} as const

/** Usage that runs around the clock at on-demand price. */
export const uncoveredOnDemand = defineRule({
  id: 'uncovered-on-demand',
  title: 'Buy a commitment for steady usage',
  description:
    'Usage that runs in almost every hour pays the on-demand price. A one-year commitment for it costs less, as long as the usage stays.',
  noun: { singular: 'service and region', plural: 'services and regions' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['on_demand_hour', 'resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: false,
  permissions: [],
  evaluate({ on_demand_hour, resource_usage }, { window, monthly }) {
    const pools = groupRows(on_demand_hour, poolKey)
    const skipReasons: string[] = []
    if (pools.length > 0 && window.days < thresholds.days.value) {
      skipReasons.push(
        `Needs ${thresholds.days.value} days of history for a one-year commitment (this window has ${window.days}).`,
      )
      return { candidates: [], evaluatedCount: pools.length, skipReasons }
    }
    const machines = machinesByPool(resource_usage)
    const candidates = pools.flatMap((hours): Candidate[] => {
      const [first] = hours
      const discount = discountFor(cloudOf(first.provider), first.service)
      const pool = machines.get(JSON.stringify(poolKey(first)))
      if (!discount || !pool) return []
      // Gateways and addresses are paid by the hour as well, and a development machine should rather be switched off
      // at night: what they cost in a mean hour is taken off every hour.
      const otherCost = subtract(sum(hours.map((hour) => hour.contracted)), pool.cost)
      const plan = planFor(hours, otherCost, window, discount)
      if (!plan || compare(plan.mid, minSaving(window)) < 0) return []
      const { currency } = first
      return [
        {
          location: {
            ...locationOf({ ...first, sub_account_id: '', sub_account_name: '' }),
            resource_name: [first.service, first.region].filter(Boolean).join(', '),
          },
          summary: `${first.service} in ${first.region || 'all regions'} has steady usage of ${money(plan.level, currency)} an hour at the on-demand price. A one-year commitment costs ${percent(discount.mid)} less.`,
          cost: pool.cost,
          pool,
          saving: plan.saving,
          confidence: window.days >= 28 ? 0.75 : 0.6,
          evidence: [
            { label: 'On-demand cost of these instances in the window', value: money(pool.cost, currency) },
            {
              label: 'Assumed discount',
              value: percent(discount.mid),
              unit: `(${percent(discount.low)} to ${percent(discount.high)}), ${discount.offer}`,
            },
            { label: 'Discount source', value: discount.source },
            {
              label: 'Break-even',
              value: percent(1 - discount.mid),
              unit: 'of the commitment must be used',
            },
            {
              label: 'Loss if usage drops by half',
              value: monthly(plan.lossAtHalf, currency),
            },
          ],
          steps: [
            'Turn off idle resources and rightsize first, so you don’t commit to waste.',
            `Buy a commitment (${discount.offer}) for up to ${money(plan.level, currency)} an hour of on-demand usage. Better: two halves, a month apart.`,
            'Check its utilization every week.',
          ],
        },
      ]
    })
    return {
      candidates,
      evaluatedCount: pools.length,
      skipReasons,
    }
  },
})

interface Plan {
  /** On-demand cost an hour that the commitment stands for. */
  level: Decimal
  mid: Decimal
  saving: Calculation
  lossAtHalf: Decimal
}

/** What a commitment at the floor would have saved in this window: what it covers, less what it costs in every hour. */
function planFor(hours: OnDemandHour[], otherCost: Decimal, window: FactWindow, discount: Discount): Plan | undefined {
  const slotHours = hours[0]?.slot_hours ?? 1
  const slots = Math.round((window.days * 24) / slotHours)
  const bySlot = new Map<string, number>()
  for (const hour of hours) bySlot.set(hour.at, (bySlot.get(hour.at) ?? 0) + toNumber(hour.contracted))
  const all = [...bySlot.values(), ...Array<number>(Math.max(0, slots - bySlot.size)).fill(0)]
  const used = all.map((cost) => Math.max(0, cost - Math.max(0, toNumber(otherCost)) / all.length))
  // Rounded to what is shown, so that the calculation starts from the shown level.
  const levelPerHour = (quantile(used, thresholds.floor.value) / slotHours).toFixed(6)
  const level = Number(levelPerHour) * slotHours
  if (!(level > 0)) return undefined
  const coveredCost = used.reduce((total, cost) => total + Math.min(cost, level), 0)
  const { currency } = hours[0] ?? { currency: '' }
  const saving: Calculation = [
    beginWithCost('Steady on-demand cost per hour', decimal(levelPerHour), currency),
    multiplyBy('Hours in the window', decimal(used.length * slotHours), 'hours'),
    multiplyByShare('Commitment price per hour', {
      low: 1 - discount.low,
      mid: 1 - discount.mid,
      high: 1 - discount.high,
    }),
    subtractFromCost('On-demand cost the commitment replaces', amount(coveredCost), currency),
  ]
  return {
    level: decimal(levelPerHour),
    saving,
    mid: evaluateCalculation(saving).mid,
    lossAtHalf: amount(Math.max(0, (1 - discount.mid - 0.5) * level * used.length)),
  }
}

/** Estimates are made with floats and become money once, here. */
function amount(value: number): Decimal {
  return share('1', value)
}

function minSaving(window: FactWindow): Decimal {
  return amount((thresholds.saving.value * window.days) / 30)
}

interface Pool {
  cost: Decimal
  members: ReadonlySet<string>
}

/** Machines at on-demand price outside of development and test: what a commitment should cover. */
function machinesByPool(rows: readonly ResourceUse[]): Map<string, Pool> {
  const machines = rows.filter(
    (row) =>
      isMachineTime(row) &&
      !isSpot(row) &&
      row.commitment_id === '' &&
      environmentOf(row.tags, [row.resource_name, row.sub_account_name])?.production !== false,
  )
  return new Map(
    groupRows(machines, poolKey).map((pool) => [
      JSON.stringify(poolKey(pool[0])),
      { cost: sum(pool.map((row) => row.contracted ?? '0')), members: new Set(pool.map((row) => row.resource_id)) },
    ]),
  )
}

function poolKey(
  row: Pick<OnDemandHour, 'currency' | 'provider' | 'billing_account_id' | 'service' | 'region'>,
): string[] {
  return [row.currency, row.provider, row.billing_account_id, row.service, row.region]
}
