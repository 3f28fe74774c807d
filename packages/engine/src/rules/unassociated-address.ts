import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isPublicAddress } from './reading/kinds.ts'

/** Public addresses an inventory shows attached to nothing: what the bill of Azure cannot tell. */
export const unassociatedAddress = defineOrphanRule({
  id: 'unassociated-address',
  title: 'Public address without an owner',
  explains:
    'Azure charges a public address the same whether something uses it or not, so its bill cannot tell. The inventory can: nothing is behind this one.',
  noun: { one: 'public address', many: 'public addresses' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isPublicAddress,
  judge(item, { today }) {
    if (item.relations.length > 0 || item.related.length > 0) return undefined
    if (!/^(?:unassociated|unattached|available|reserved|detached)$/.test(item.state)) return undefined
    return {
      because: 'is attached to nothing',
      days: daysSince(item.state_since, today),
      evidence: [{ label: 'Attached to', value: 'nothing' }],
    }
  },
  thresholds: {
    attached: {
      words: 'Things it is attached to, in the inventory',
      value: 0,
      unit: 'things',
      source: 'OptScale: obsolete addresses; Azure: public addresses without an ipConfiguration',
    },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: ['ec2:DescribeAddresses', 'Microsoft.Network/publicIPAddresses/read', 'compute.addresses.list'],
  steps: [
    'Check that no DNS record and no partner’s firewall still names it.',
    'az network public-ip delete --ids <id> (aws ec2 release-address, gcloud compute addresses delete).',
  ],
})
