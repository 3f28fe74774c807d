import { formatDay } from '@kept/foundation/format/day.ts'
import { defineRule } from './define-rule.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { nameOf } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

// AWS: "ElasticIP:IdleAddress", since 2024 "PublicIPv4:IdleAddress". Google: "Static Ip Charge" is the price of a
// reserved address that no machine uses; one in use is "External IP Charge".
const idleAddress =
  /ElasticIP:IdleAddress|PublicIPv4:IdleAddress|Idle public IPv4 address|Elastic IP address not attached|Static Ip Charge/i
const azureAddress = /Static (?:IPv4 )?Public IP|Standard IPv4 Static|Basic IPv4 Static/i

/** Public addresses that are reserved and attached to nothing. */
export const idlePublicAddress = defineRule({
  id: 'idle-public-address',
  title: 'Unattached public IP address',
  description: 'A reserved public IP address bills by the hour while nothing uses it. Releasing it stops the charge.',
  noun: { singular: 'idle public address', plural: 'idle public addresses' },
  providers: ['aws', 'gcp'],
  needs: ['resource_usage'],
  thresholds: {
    idle: {
      label: 'Billed on the meter for unused addresses',
      value: 100,
      unit: '% of the charge',
      source:
        'AWS: Amazon VPC pricing, public IPv4 addresses; Google Cloud: VPC network pricing, external IP addresses',
    },
  },
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [],
  evaluate({ resource_usage }, context) {
    const { candidates, evaluatedCount } = wasteOnMeter(
      resource_usage,
      context,
      (row) => matchesUsage(row, idleAddress),
      {
        confidence: 0.95,
        summary: ({ location, effective, hours, days }) =>
          `${nameOf(location)} was unattached for ${hours > 0 ? `${hours} hours` : `${days} days`} and costs ${context.monthly(effective, location.currency)}.`,
        evidence: ({ rows, firstDay, lastDay }) => [
          { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
          { label: 'First billed', value: formatDay(firstDay) },
          { label: 'Last billed', value: formatDay(lastDay) },
        ],
        steps: [
          'Check that no DNS record or partner firewall still uses the address.',
          'Release it. The charge stops within the hour.',
        ],
      },
    )
    const azure = resource_usage.filter(
      (row) => cloudOf(row.provider) === 'azure' && matchesUsage(row, azureAddress),
    ).length
    return {
      candidates,
      evaluatedCount,
      skipReasons:
        azure > 0
          ? [`Needs a resource inventory (the Azure bill charges ${azure} addresses the same, attached or not).`]
          : [],
    }
  },
})
