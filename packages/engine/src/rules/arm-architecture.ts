import { compare } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { isCache, isDatabase, isUnusedReservation } from './reading/kinds.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { priceRatio, savingOfType } from './reading/price-ratio.ts'
import { mainRow, onDemandCost, usageByResource } from './reading/usage-by-resource.ts'

const thresholds = {
  saving: {
    label: 'Minimum price difference',
    value: 0.08,
    unit: 'of the current price',
    source: 'Kept: a smaller difference does not pay for testing the new architecture',
  },
  days: {
    label: 'Days billed',
    value: 14,
    unit: 'days',
    source: 'Kept: shorter-lived instances follow their launch template',
  },
} as const

/** Families of Intel and AMD with their sister on ARM, of the same generation or the next. */
const sisters: [RegExp, string][] = [
  [/^((?:db|cache)\.)?([mrct])[56]i?a?n?\.(.+)$/, '6g'],
  [/^((?:db|cache)\.)?([mrc])7[ia](?:-flex)?\.(.+)$/, '7g'],
]

/** Machines whose sister on ARM does the same for less. */
export const armArchitecture = defineRule({
  id: 'arm-architecture',
  title: 'Move to Graviton',
  description:
    'Graviton instances cost 10% to 20% less at the same size and run most services as fast. Managed databases and caches move without code changes. Your own programs need a build for ARM.',
  noun: { singular: 'instance', plural: 'instances' },
  providers: ['aws'],
  needs: ['resource_usage', 'unit_price'],
  thresholds,
  effort: 'high',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage, unit_price }, { window }) {
    const machines = usageByResource(
      resource_usage,
      (row) =>
        cloudOf(row.provider) === 'aws' &&
        row.resource_id !== '' &&
        row.instance_type !== '' &&
        isMachineTime(row) &&
        !isSpot(row) &&
        !isUnusedReservation(row) &&
        // Licenses of other systems do not come on ARM.
        !/windows|sql server|suse|rhel|oracle/i.test(`${row.description} ${row.meter}`),
    ).filter(({ lastDay, days }) => stillThere(lastDay, window) && days >= thresholds.days.value)
    const candidates = machines.flatMap((machine): Candidate[] => {
      const main = mainRow(machine.rows)
      const to = sisterOf(main.instance_type)
      const paid = onDemandCost(machine.rows.filter((row) => row.instance_type === main.instance_type))
      if (!to || compare(paid, '0') <= 0) return []
      const price = priceRatio(main, to, 0, unit_price)
      if (!price.sure || 1 - price.ratio < thresholds.saving.value) return []
      const managed = isDatabase(main) || isCache(main)
      return [
        {
          location: { ...machine.location, resource_type: machine.location.resource_type || main.instance_type },
          part: 'machine',
          summary: `${nameOf(machine.location)} is a ${main.instance_type}. ${to} does the same work for ${percent(1 - price.ratio)} less.`,
          cost: paid,
          saving: [
            ...savingOfType(
              { label: 'On-demand cost in the window', amount: paid, currency: machine.location.currency },
              price,
            ),
            ...(managed ? [] : [multiplyByShare('Share that can move', { low: 0, mid: 1, high: 1 })]),
          ],
          confidence: managed ? 0.85 : 0.5,
          ...(managed ? { effort: 'low' as const } : {}),
          evidence: [
            { label: 'Change', value: `${main.instance_type} to ${to}` },
            { label: 'Graviton price', value: percent(price.ratio), unit: 'of the current price' },
            { label: 'Price source', value: price.source },
          ],
          steps: managed
            ? [`Change the class to ${to} in the maintenance window. Data and endpoint stay the same.`]
            : [
                'Build the images for linux/arm64 as well and run the tests on them.',
                `Add one ${to} behind the load balancer, compare for a week, then change the template.`,
              ],
        },
      ]
    })
    return { candidates, evaluatedCount: machines.length, skipReasons: [] }
  },
})

function sisterOf(type: string): string | undefined {
  for (const [pattern, generation] of sisters) {
    const match = pattern.exec(type)
    if (!match) continue
    const [, prefix = '', family = '', size = ''] = match
    if (size === 'metal') return undefined
    return family === 't' ? `${prefix}t4g.${size}` : `${prefix}${family}${generation}.${size}`
  }
  return /^((?:db|cache)\.)?t3a?\./.test(type) ? type.replace(/t3a?\./, 't4g.') : undefined
}
