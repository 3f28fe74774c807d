import { defineRule } from './define-rule.ts'
import { cloudOf } from './reading/cloud-of.ts'
import { says } from './reading/says.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'
import { nameOf } from './reading/words.ts'

// AWS: "ElasticIP:IdleAddress", since 2024 "PublicIPv4:IdleAddress". Google: "Static Ip Charge" is the price of a
// reserved address that no machine uses; one in use is "External IP Charge".
const idleAddress =
  /ElasticIP:IdleAddress|PublicIPv4:IdleAddress|Idle public IPv4 address|Elastic IP address not attached|Static Ip Charge/i
const azureAddress = /Static (?:IPv4 )?Public IP|Standard IPv4 Static|Basic IPv4 Static/i

/** Public addresses that are reserved and attached to nothing. */
export const idlePublicAddress = defineRule({
  id: 'idle-public-address',
  title: 'Public address attached to nothing',
  explains:
    'A reserved public address is charged by the hour. AWS and Google name the charge for one that no machine uses; releasing it stops the charge and breaks nothing that runs.',
  noun: { one: 'idle public address', many: 'idle public addresses' },
  appliesTo: ['aws', 'gcp'],
  needs: ['resource_use'],
  thresholds: {
    idle: {
      words: 'Charged on the meter for addresses in no use',
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
  judge({ resource_use }, context) {
    const { candidates, lookedAt } = wasteOnMeter(resource_use, context, (row) => says(row, idleAddress), {
      confidence: 0.95,
      summary: ({ place, effective, hours, days }) =>
        `${nameOf(place)} was charged as unused for ${hours > 0 ? `${hours} hours` : `${days} days`}, ${context.monthly(effective, place.currency)}.`,
      evidence: ({ rows, firstDay, lastDay }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Charged from', value: firstDay },
        { label: 'Charged until', value: lastDay },
      ],
      steps: [
        'Check that no DNS record and no partner’s firewall still names the address.',
        'Release it; the charge stops with the hour.',
      ],
    })
    const azure = resource_use.filter((row) => cloudOf(row.provider) === 'azure' && says(row, azureAddress)).length
    return {
      candidates,
      lookedAt,
      whyNot:
        azure > 0
          ? [`Azure charges attached and unattached addresses alike: its bill cannot tell for ${azure} of them.`]
          : [],
    }
  },
})
