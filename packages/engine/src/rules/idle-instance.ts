import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Machines that run and do nothing. */
export const idleInstance = defineIdleRule({
  id: 'idle-instance',
  title: 'Machine that does nothing',
  explains:
    'The machine is switched on and paid for, but its processor never left the ground and next to nothing went in or out. What it was made for is over, or never began.',
  noun: { one: 'machine', many: 'machines' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isInstance,
  quiet: [
    {
      metric: 'cpu_utilization',
      of: 'most',
      value: 5,
      words: 'Highest CPU',
      source: 'AWS Compute Optimizer: peak CPU below 5 % over 14 days; Azure Advisor: 95th percentile below 3 %',
    },
    {
      metric: 'network_out',
      of: 'avg',
      value: 58,
      words: 'Mean traffic out',
      source: 'AWS Compute Optimizer: less than 5 MB a day',
      ifKnown: true,
    },
    {
      metric: 'network_in',
      of: 'avg',
      value: 2000,
      words: 'Mean traffic in',
      source: 'Google Cloud idle VM: less than 2,000 bytes a second received',
      ifKnown: true,
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Ask its owner; look whether it is a standby, a licence server or somebody’s jump host.',
    'Stop it for a week: aws ec2 stop-instances --instance-ids <id> (az vm deallocate, gcloud compute instances stop).',
    'If nobody misses it, keep a snapshot of its disks and terminate it.',
  ],
})
