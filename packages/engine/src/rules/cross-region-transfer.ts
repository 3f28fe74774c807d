import { compare, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { money } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { locationOf, mainRow } from './reading/usage-by-resource.ts'

const betweenRegions =
  /AWS-(?:In|Out)-Bytes|-AWS-Out-Bytes|Inter.?Region|Between Regions|Intercontinental|Region to Region|Inter Continent/i

const thresholds = {
  cost: {
    label: 'Cross-region traffic per service and region',
    value: 50,
    unit: 'currency units a month or more',
    source: 'Kept: smaller amounts are not worth the time',
  },
} as const

/** Data that travels between regions of one cloud. */
export const crossRegionTransfer = defineRule({
  id: 'cross-region-transfer',
  title: 'High cross-region traffic',
  description:
    'Data that moves between regions of the same cloud is billed per gigabyte. The cause is often a replica, a backup, or a service deployed in the wrong region.',
  noun: { singular: 'service with cross-region traffic', plural: 'services with cross-region traffic' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const locations = groupRows(
      resource_usage.filter((row) => matchesUsage(row, betweenRegions)),
      (row) => [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service, row.region],
    )
    const minCost = String((thresholds.cost.value * Math.max(7, window.days)) / 30)
    const candidates = locations.flatMap((rows): Candidate[] => {
      const cost = sum(rows.map((row) => row.effective))
      if (compare(cost, minCost) < 0) return []
      const [first] = rows
      const largest = mainRow(rows)
      return [
        {
          location: locationOf({ ...first, resource_id: '', resource_name: first.service }),
          part: 'traffic between regions',
          summary: `${first.service} in ${first.region || 'an unnamed region'} spends ${monthly(cost, first.currency)} on traffic to other regions.`,
          cost,
          saving: null,
          confidence: 0.6,
          evidence: [
            { label: 'Top meter', value: largest.meter || largest.description },
            { label: 'Top sender', value: largest.resource_name || largest.resource_id || 'Not named on the bill' },
            { label: 'Cost in the window', value: money(cost, first.currency) },
          ],
          steps: [
            'Find the resource that sends the data. The meter names the regions.',
            'Move the consumer to the data, keep a copy in each region, or compress the data and send it less often.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: locations.length, skipReasons: [] }
  },
})
