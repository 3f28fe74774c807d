import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isVolume } from './reading/kinds.ts'

const days = {
  words: 'Days its machine has been stopped',
  value: 30,
  unit: 'days',
  source: 'Google Cloud and AWS Config: stopped for 30 days; OptScale: 1 day',
} as const
const stopped = /^(?:stopped|deallocated|vm deallocated|terminated|suspended)$/

/** Disks of machines that were switched off long ago. */
export const stoppedInstanceDisks = defineOrphanRule({
  id: 'stopped-instance-disks',
  title: 'Disk of a machine that is switched off',
  explains:
    'A stopped machine costs nothing, its disks cost as much as ever. This one’s machine was stopped a month ago or longer: an image or a snapshot keeps it for less than half.',
  noun: { one: 'disk', many: 'disks' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isVolume,
  judge(item, { of, today }) {
    for (const { kind, resource_id } of item.relations) {
      const machine = kind === 'attached_to' ? of(resource_id) : undefined
      if (!machine || !stopped.test(machine.state)) continue
      const since = daysSince(machine.state_since, today)
      if (since === undefined || since < days.value) continue
      return {
        because: `belongs to ${machine.name || resource_id}, which is switched off`,
        days: since,
        evidence: [{ label: 'Machine', value: machine.name || resource_id }],
      }
    }
    return undefined
  },
  thresholds: {
    days,
    snapshot: {
      words: 'Price of keeping a snapshot instead',
      value: 0.5,
      unit: 'of the disk’s price at most',
      source: 'AWS: EBS snapshots 0.05 against gp2 0.10 and gp3 0.08 a GB-month',
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
    'Ask the machine’s owner whether it will ever start again.',
    'Make an image of it: aws ec2 create-image --instance-id <id> (az image create, gcloud compute machine-images create).',
    'Terminate it with its disks.',
  ],
})
