import { defineRightsizeRule } from './reading/define-rightsize-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Machines that are larger than their load ever needs. */
export const rightsizeInstance = defineRightsizeRule({
  id: 'rightsize-instance',
  title: 'Machine larger than its load',
  explains:
    'Even at its busiest, month’s end included, the machine uses less than half of what is paid for. The next smaller size of the same family carries the same load with room to spare.',
  noun: { one: 'machine', many: 'machines' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isInstance,
  permissions: ['ec2:DescribeInstances', 'Microsoft.Compute/virtualMachines/read', 'compute.instances.list'],
  steps: (to) => [
    `Check that ${to} has the network and disk throughput it needs, and enough memory.`,
    `In a quiet hour: stop, change the type to ${to}, start (aws ec2 modify-instance-attribute --instance-type ${to}; az vm resize; gcloud compute instances set-machine-type).`,
    'Compare its load for a week; going back is the same way.',
  ],
})
