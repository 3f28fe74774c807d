import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Machines that are larger than their load ever needs. */
export const rightsizeInstance = defineRightsizeRule({
  id: 'rightsize-instance',
  title: 'Oversized instance',
  description:
    'Even at peak, month end included, the instance uses less than half of its capacity. A smaller size of the same family handles the load with headroom.',
  noun: { singular: 'instance', plural: 'instances' },
  providers: ['aws', 'azure', 'gcp'],
  type: 'Instance',
  matches: isInstance,
  permissions: ['ec2:DescribeInstances', 'Microsoft.Compute/virtualMachines/read', 'compute.instances.list'],
  steps: (to) => [
    `Check that ${to} has the network and disk throughput it needs, and enough memory.`,
    `In a quiet hour, stop it, change the type to ${to}, and start it (aws ec2 modify-instance-attribute --instance-type ${to}; az vm resize; gcloud compute instances set-machine-type).`,
    'Compare its load for a week. You can change back the same way.',
  ],
})
