import { type Candidate, defineRule } from './define-rule.ts'
import { natMeters } from './nat-meters.ts'
import { fullCost } from './reading/calculation.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'

const thresholds = {
  traffic: {
    label: 'Traffic',
    value: 1,
    unit: 'GB a month',
    source: 'AWS Compute Optimizer: idle when no bytes pass for 32 days; 1 GB allows for health checks',
  },
  days: {
    label: 'Days billed',
    value: 14,
    unit: 'days',
    source: 'Kept: 14 days, with lower confidence, because a month-end job can be its only user',
  },
} as const

/** NAT gateways through which nothing passes. */
export const idleNatGateway = defineRule({
  id: 'idle-nat-gateway',
  title: 'Idle NAT gateway',
  description: 'A NAT gateway bills by the hour even when no traffic passes through it. This one carries almost none.',
  noun: { singular: 'NAT gateway', plural: 'NAT gateways' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const gateways = pairedUsage(resource_usage, natMeters, window)
    const candidates = gateways.flatMap(({ usage, workPerMonth }): Candidate[] => {
      const { location, effective } = usage
      if (location.resource_id === '' || workPerMonth >= thresholds.traffic.value) return []
      if (usage.days < thresholds.days.value || !stillThere(usage.lastDay, window)) return []
      return [
        {
          location,
          summary: `${nameOf(location)} carries ${workPerMonth.toFixed(2)} GB a month and costs ${monthly(effective, location.currency)}.`,
          cost: effective,
          saving: fullCost('Cost in the window', effective, location.currency),
          confidence: window.days >= 30 ? 0.9 : 0.75,
          evidence: [
            { label: 'Traffic', value: workPerMonth.toFixed(3), unit: 'GB a month' },
            { label: 'Days billed', value: String(usage.days) },
          ],
          steps: [
            'Check which route tables use it and whether any instance depends on them.',
            'Remove the routes for a day. If nothing breaks, delete the gateway and release its address.',
          ],
        },
      ]
    })
    const nameless = gateways.filter(({ usage }) => usage.location.resource_id === '').length
    const skipReasons =
      nameless > 0 ? [`Needs NAT gateway names (the bill has none in ${nameless} accounts and regions).`] : []
    return { candidates, evaluatedCount: gateways.length, skipReasons }
  },
})
