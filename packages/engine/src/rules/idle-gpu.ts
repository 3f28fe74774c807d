import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isMachineTime } from './reading/machine-time.ts'

const accelerated = /^(?:ml\.)?(?:p\d|g\d|trn|inf|dl)[a-z0-9]*\.|Standard_N[CDV]|^a[23]-|^g2-|-gpu|nvidia/i

/** Accelerators that are paid for and rest. */
export const idleGpu = defineIdleRule({
  id: 'idle-gpu',
  title: 'Idle GPU instance',
  description:
    'A GPU instance costs 5 to 40 times as much as one without. This GPU does nothing. Stop the instance, or move its work to one without a GPU.',
  noun: { singular: 'GPU instance', plural: 'GPU instances' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Instance'],
  matches: (row) => isMachineTime(row) && accelerated.test(`${row.instance_type}`),
  quiet: [
    {
      metric: 'gpu_utilization',
      statistic: 'p99',
      value: 5,
      label: 'GPU utilization, 99th percentile',
      source: 'AWS Compute Optimizer: idle when GPU utilization is under 5%',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Ask the owner whether a training run is planned.',
    'Stop it, or move its work to an instance without a GPU.',
  ],
})
