import { type Candidate, defineRule } from './define-rule.ts'
import { natMeters } from './nat-meters.ts'
import { wholeCost } from './reading/calculation.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { stillThere } from './reading/still-there.ts'
import { nameOf } from './reading/words.ts'

const thresholds = {
  traffic: {
    words: 'Traffic through it',
    value: 1,
    unit: 'GB a month',
    source:
      'AWS Compute Optimizer calls a NAT gateway idle when nothing passed for 32 days; a gigabyte allows for health checks',
  },
  days: {
    words: 'Days it was charged',
    value: 14,
    unit: 'days',
    source: 'Kept: a month-end job may be its only user; two weeks, and the confidence says so',
  },
} as const

/** NAT gateways through which nothing passes. */
export const idleNatGateway = defineRule({
  id: 'idle-nat-gateway',
  title: 'NAT gateway without traffic',
  explains:
    'A NAT gateway costs about as much as a small machine just for existing. This one let next to nothing through.',
  noun: { one: 'NAT gateway', many: 'NAT gateways' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const gateways = pairedUsage(resource_use, natMeters, window)
    const candidates = gateways.flatMap(({ usage, workPerMonth }): Candidate[] => {
      const { place, effective } = usage
      if (place.resource_id === '' || workPerMonth >= thresholds.traffic.value) return []
      if (usage.days < thresholds.days.value || !stillThere(usage.lastDay, window)) return []
      return [
        {
          place,
          summary: `${nameOf(place)} let ${workPerMonth.toFixed(2)} GB a month through and costs ${monthly(effective, place.currency)}.`,
          cost: effective,
          saving: wholeCost('Cost in the window', effective, place.currency),
          confidence: window.days >= 30 ? 0.9 : 0.75,
          evidence: [
            { label: 'Traffic', value: workPerMonth.toFixed(3), unit: 'GB a month' },
            { label: 'Days charged', value: String(usage.days) },
          ],
          steps: [
            'Look which route tables name it and whether a machine stands behind them.',
            'Remove the routes for a day; if nobody misses them, delete the gateway and release its address.',
          ],
        },
      ]
    })
    const nameless = gateways.filter(({ usage }) => usage.place.resource_id === '').length
    const whyNot =
      nameless > 0 ? [`The lines of ${nameless} places name no gateway: idle ones cannot be told apart.`] : []
    return { candidates, lookedAt: gateways.length, whyNot }
  },
})
