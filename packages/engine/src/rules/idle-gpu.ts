import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isMachineTime } from './reading/machine-time.ts'

const accelerated = /^(?:ml\.)?(?:p\d|g\d|trn|inf|dl)[a-z0-9]*\.|Standard_N[CDV]|^a[23]-|^g2-|-gpu|nvidia/i

/** Accelerators that are paid for and rest. */
export const idleGpu = defineIdleRule({
  id: 'idle-gpu',
  title: 'Accelerator that rests',
  explains:
    'A machine with a graphics processor costs five to forty times as much as one without. Its accelerator did nothing, so whatever runs there can run on a plain machine, or not at all.',
  noun: { one: 'machine with an accelerator', many: 'machines with an accelerator' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: (row) => isMachineTime(row) && accelerated.test(`${row.instance_type}`),
  quiet: [
    {
      metric: 'gpu_utilization',
      of: 'p99',
      value: 5,
      words: 'Accelerator in use, 99th percentile',
      source: 'AWS Compute Optimizer: GPU idle when in use below 5 %',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.85,
  effort: 'low',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Ask its owner whether a training is about to begin.',
    'Stop it; or move what runs on it to a machine without an accelerator.',
  ],
})
