import { type Candidate, defineRule } from './define-rule.ts'
import { fullCost } from './reading/calculation.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'

const pairs = [
  // AWS counts hours, and LCUs (application, network, gateway) or bytes (classic).
  {
    uptime: /LoadBalancerUsage|LoadBalancer-hour|load ?balancer-hour/i,
    working: /LCUUsage|capacity unit-hour|DataProcessing-Bytes.*LoadBalanc|data processed by the LoadBalancer/i,
  },
  {
    uptime: /Application Gateway.*(?:Fixed Cost|Gateway Hour)|Standard(?: v2)? Fixed Cost/i,
    working: /Standard(?: v2)? Capacity Units|Application Gateway.*(?:Capacity Units|Data Processed)/i,
  },
  {
    uptime: /Standard Included LB Rules and Outbound Rules/i,
    working: /Standard (?:LB )?Data Processed/i,
  },
]

const thresholds = {
  work: {
    label: 'Capacity units or gigabytes processed',
    value: 1,
    unit: 'a month',
    source: 'AWS Trusted Advisor: idle under 100 requests a day for 7 days; one capacity unit-hour serves far more',
  },
  days: { label: 'Days billed', value: 7, unit: 'days', source: 'AWS Trusted Advisor: 7 days' },
} as const

/** Load balancers that are charged for existing and do nothing. */
export const idleLoadBalancer = defineRule({
  id: 'idle-load-balancer',
  title: 'Idle load balancer',
  description:
    'A load balancer bills by the hour, with or without traffic. Its usage meter shows that this one handles almost none.',
  noun: { singular: 'load balancer', plural: 'load balancers' },
  providers: ['aws', 'azure'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const balancers = pairedUsage(resource_usage, pairs, window)
    const nameless = balancers.filter(({ usage }) => usage.location.resource_id === '').length
    const candidates = balancers.flatMap(({ usage, uptime, working, workPerMonth }): Candidate[] => {
      const { location, effective } = usage
      // Without a resource id several balancers share the lines: a busy one would hide an idle one, and the reverse.
      if (location.resource_id === '' || workPerMonth >= thresholds.work.value) return []
      if (usage.days < thresholds.days.value || !stillThere(usage.lastDay, window)) return []
      return [
        {
          location,
          summary: `${nameOf(location)} processed less than one capacity unit in a month and costs ${monthly(effective, location.currency)}.`,
          cost: effective,
          saving: fullCost('Cost in the window', effective, location.currency),
          confidence: working.length > 0 ? 0.8 : 0.85,
          evidence: [
            { label: 'Hourly charge', value: uptime[0]?.meter || uptime[0]?.description || '' },
            {
              label: 'Processed per month',
              value: workPerMonth.toFixed(2),
              unit: working[0]?.pricing_unit || 'no usage lines',
            },
            { label: 'Days billed', value: String(usage.days) },
          ],
          steps: [
            'Check that no DNS record points to it and no failover needs it.',
            'Delete it with its target groups and security group.',
          ],
        },
      ]
    })
    const skipReasons =
      nameless > 0 ? [`Needs load balancer names (the bill has none in ${nameless} accounts and regions).`] : []
    return { candidates, evaluatedCount: balancers.length, skipReasons }
  },
})
