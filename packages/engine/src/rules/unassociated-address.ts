import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isPublicAddress } from './reading/kinds.ts'

/** Public addresses an inventory shows attached to nothing: which the bill of Azure does not show. */
export const unassociatedAddress = defineOrphanRule({
  id: 'unassociated-address',
  title: 'Unassociated public IP address',
  description: 'A public IP address bills the same, attached or not. The inventory shows that nothing uses this one.',
  noun: { singular: 'public address', plural: 'public addresses' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Elastic IP address', 'Public IP address'],
  matches: isPublicAddress,
  evaluate(item, { today }) {
    if (item.relations.length > 0 || item.related.length > 0) return undefined
    if (!/^(?:unassociated|unattached|available|reserved|detached)$/.test(item.state)) return undefined
    return {
      condition: 'is not attached to anything',
      days: daysSince(item.state_since, today),
      evidence: [{ label: 'Attached to', value: 'nothing' }],
    }
  },
  thresholds: {
    attached: {
      label: 'Attachments in the inventory',
      value: 0,
      unit: 'attachments',
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
    'Check that no DNS record or partner firewall still uses it.',
    'Release it: az network public-ip delete --ids <id> (aws ec2 release-address, gcloud compute addresses delete).',
  ],
})
