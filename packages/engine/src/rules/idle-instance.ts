import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Machines that run and do nothing. */
export const idleInstance = defineIdleRule({
  id: 'idle-instance',
  title: 'Idle instance',
  description: 'The instance runs and bills, but uses almost no CPU or network. Stop or terminate it.',
  noun: { singular: 'instance', plural: 'instances' },
  providers: ['aws', 'azure', 'gcp', 'oci'],
  types: ['Instance'],
  matches: isInstance,
  quiet: [
    {
      metric: 'cpu_utilization',
      statistic: 'max',
      value: 5,
      label: 'Peak CPU',
      source: 'AWS Compute Optimizer: peak CPU under 5% for 14 days; Azure Advisor: 95th percentile under 3%',
    },
    {
      metric: 'network_out',
      statistic: 'avg',
      value: 58,
      label: 'Average network out',
      source: 'AWS Compute Optimizer: under 5 MB a day',
      ifKnown: true,
    },
    {
      metric: 'network_in',
      statistic: 'avg',
      value: 2000,
      label: 'Average network in',
      source: 'Google Cloud idle VM recommender: under 2,000 bytes a second received',
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
    'Ask the owner whether it is a standby, a license server, or a jump host.',
    'Stop it for a week: aws ec2 stop-instances --instance-ids <id> (az vm deallocate, gcloud compute instances stop, oci compute instance action).',
    'If no one needs it, snapshot its disks and terminate it.',
  ],
})
