import { compare } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { multiplyByShare } from './reading/calculation.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { isCache, isDatabase, isUnusedReservation } from './reading/kinds.ts'
import { isMachineTime, isSpot } from './reading/machine-time.ts'
import { priceRatio, savingOfType } from './reading/price-ratio.ts'
import { stillThere } from './reading/still-there.ts'
import { mainRow, onDemandCost, usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

const thresholds = {
  saving: {
    words: 'Least difference in price',
    value: 0.08,
    unit: 'of today’s price',
    source: 'Kept: less does not pay for a test of the new architecture',
  },
  days: {
    words: 'Days it was charged',
    value: 14,
    unit: 'days',
    source: 'Kept: what lives shorter follows its template',
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
  title: 'Machine that has a cheaper sister on ARM',
  explains:
    'For the same size, machines with ARM processors cost a tenth to a fifth less and are as fast for most services. Databases and caches move by themselves; own programs have to be built for it.',
  noun: { one: 'machine', many: 'machines' },
  appliesTo: ['aws'],
  needs: ['resource_use', 'unit_price'],
  thresholds,
  effort: 'high',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use, unit_price }, { window }) {
    const machines = usageByResource(
      resource_use,
      (row) =>
        cloudOf(row.provider) === 'aws' &&
        row.resource_id !== '' &&
        row.instance_type !== '' &&
        isMachineTime(row) &&
        !isSpot(row) &&
        !isUnusedReservation(row) &&
        // Licences of other systems do not come on ARM.
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
          place: { ...machine.place, resource_type: machine.place.resource_type || main.instance_type },
          part: 'machine',
          summary: `${nameOf(machine.place)} is a ${main.instance_type}; a ${to} costs ${percent(1 - price.ratio)} less.`,
          cost: paid,
          saving: [
            ...savingOfType(
              { label: 'On-demand cost in the window', amount: paid, currency: machine.place.currency },
              price,
            ),
            ...(managed ? [] : [multiplyByShare('Share of it that can move', { low: 0, mid: 1, high: 1 })]),
          ],
          confidence: managed ? 0.85 : 0.5,
          ...(managed ? { effort: 'low' as const } : {}),
          evidence: [
            { label: 'From and to', value: `${main.instance_type} to ${to}` },
            { label: 'Price on ARM', value: percent(price.ratio), unit: 'of today’s' },
            { label: 'Source of the price', value: price.says },
          ],
          steps: managed
            ? [`Change its class to ${to} in the maintenance window; data and address stay.`]
            : [
                'Build its images for linux/arm64 as well, and run the tests on it.',
                `Put one ${to} beside the others behind the balancer, compare for a week, then change the template.`,
              ],
        },
      ]
    })
    return { candidates, lookedAt: machines.length, whyNot: [] }
  },
})

function sisterOf(type: string): string | undefined {
  for (const [pattern, generation] of sisters) {
    const found = pattern.exec(type)
    if (!found) continue
    const [, prefix = '', letter = '', size = ''] = found
    if (size === 'metal') return undefined
    return letter === 't' ? `${prefix}t4g.${size}` : `${prefix}${letter}${generation}.${size}`
  }
  return /^((?:db|cache)\.)?t3a?\./.test(type) ? type.replace(/t3a?\./, 't4g.') : undefined
}
