import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isVolume } from './reading/kinds.ts'

const days = {
  label: 'Days its instance has been stopped',
  value: 30,
  unit: 'days',
  source: 'Google Cloud and AWS Config: stopped for 30 days; OptScale: 1 day',
} as const
const stopped = /^(?:stopped|deallocated|vm deallocated|terminated|suspended)$/

/** Disks of machines that were switched off long ago. */
export const stoppedInstanceDisks = defineOrphanRule({
  id: 'stopped-instance-disks',
  title: 'Disks of a stopped instance',
  description:
    'A stopped instance bills nothing, but its disks still bill in full. This instance has been stopped for a month or longer. A snapshot keeps the data for less than half the price.',
  noun: { singular: 'disk', plural: 'disks' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Volume', 'Instance'],
  matches: isVolume,
  evaluate(item, { findResource, today }) {
    for (const { kind, resource_id } of item.relations) {
      const machine = kind === 'attached_to' ? findResource(resource_id) : undefined
      if (!machine || !stopped.test(machine.state)) continue
      const stoppedDays = daysSince(machine.state_since, today)
      if (stoppedDays === undefined || stoppedDays < days.value) continue
      return {
        condition: `belongs to ${machine.name || resource_id}, which has been stopped`,
        days: stoppedDays,
        evidence: [{ label: 'Instance', value: machine.name || resource_id }],
      }
    }
    return undefined
  },
  thresholds: {
    days,
    snapshot: {
      label: 'Snapshot price',
      value: 0.5,
      unit: 'of the disk price or less',
      source: 'AWS: EBS snapshots $0.05 vs. gp2 $0.10 and gp3 $0.08 per GB-month',
    },
  },
  saving: { low: 0.5, mid: 0.7, high: 1 },
  confidence: 0.75,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [
    'ec2:DescribeInstances',
    'Microsoft.Compute/virtualMachines/instanceView/read',
    'compute.instances.list',
  ],
  steps: [
    'Ask the owner whether it will start again.',
    'Create an image: aws ec2 create-image --instance-id <id> (az image create, gcloud compute machine-images create).',
    'Terminate the instance with its disks.',
  ],
})
