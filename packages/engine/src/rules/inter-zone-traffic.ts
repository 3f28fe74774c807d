import { compare, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { ratio } from './reading/share.ts'
import { locationOf, quantityOf } from './reading/usage-by-resource.ts'

const betweenZones =
  /DataTransfer-Regional-Bytes|DataTransfer-xAZ|regional data transfer|Inter[- ]?(?:Availability )?Zone|Inter[- ]?AZ|Intra-Region Data Transfer/i

const thresholds = {
  share: {
    label: 'Share of the region’s cost',
    value: 0.03,
    unit: 'of its cost',
    source: 'Kept: above 3%, cross-zone traffic is worth a design review',
  },
  amount: { label: 'Minimum cost', value: 10, unit: 'currency units a month', source: 'Kept' },
} as const

/** Traffic between the zones of one region. */
export const interZoneTraffic = defineRule({
  id: 'inter-zone-traffic',
  title: 'High cross-zone traffic',
  description:
    'Traffic between zones of a region is billed in both directions. Some of it pays for high availability; some comes from services that call each other across zones. The bill does not show which, so savings are not estimated.',
  noun: { singular: 'region with cross-zone traffic', plural: 'regions with cross-zone traffic' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const regions = groupRows(resource_usage, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
      row.region,
    ])
    let evaluatedCount = 0
    const candidates = regions.flatMap((rows): Candidate[] => {
      const between = rows.filter((row) => matchesUsage(row, betweenZones))
      const [first] = between
      if (!first) return []
      evaluatedCount += 1
      const cost = sum(between.map((row) => row.effective))
      const part = ratio(cost, sum(rows.map((row) => row.effective)))
      const minCost = (thresholds.amount.value * window.days) / 30
      if (part < thresholds.share.value || compare(cost, String(minCost)) < 0) return []
      const gigabytes = quantityOf(between)
      const talkers = [...between].sort((a, b) => compare(b.effective, a.effective)).slice(0, 3)
      return [
        {
          location: {
            ...locationOf(first),
            resource_id: '',
            resource_name: `Cross-zone traffic in ${first.region}`,
            resource_type: '',
          },
          part: 'traffic between zones',
          summary: `Cross-zone traffic in ${first.region} costs ${monthly(cost, first.currency)}, ${percent(part)} of the region’s cost.`,
          cost,
          saving: null,
          confidence: 0.5,
          evidence: [
            { label: 'Cost in the window', value: money(cost, first.currency) },
            { label: 'Share of the region’s cost', value: percent(part) },
            ...(gigabytes === null
              ? []
              : [{ label: 'Traffic in the window', value: gigabytes, unit: first.pricing_unit }]),
            ...talkers.map((row) => ({
              label: row.resource_name || row.resource_id || row.service,
              value: money(row.effective, row.currency),
            })),
          ],
          steps: [
            'Route traffic within a zone first (Kubernetes: topology-aware routing; load balancers: turn off cross-zone balancing).',
            'Read from database and cache replicas in the same zone.',
            'Keep the traffic that high availability needs.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount, skipReasons: [] }
  },
})
