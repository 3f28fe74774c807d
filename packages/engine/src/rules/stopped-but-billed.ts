import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Azure machines that are shut down from inside: stopped, but not given back. */
export const stoppedButBilled = defineOrphanRule({
  id: 'stopped-but-billed',
  title: 'Stopped instance still billed',
  description:
    'An Azure VM that is shut down from inside its operating system still bills as if it ran. Deallocate it to pay only for its disks.',
  noun: { singular: 'instance', plural: 'instances' },
  providers: ['azure'],
  types: ['Instance'],
  matches: isInstance,
  evaluate(item, { today }) {
    if (!/^(?:vm )?stopped$/.test(item.state)) return undefined
    return {
      condition: 'is stopped but still billed',
      days: daysSince(item.state_since, today),
      evidence: [{ label: 'Power state', value: 'stopped, not deallocated' }],
    }
  },
  thresholds: {
    state: {
      label: 'Billed by the hour while stopped',
      value: 100,
      unit: '% of the charge',
      source: 'finops-toolkit: StoppedVMs; Microsoft: states and billing of virtual machines',
    },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.95,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  permissions: ['Microsoft.Compute/virtualMachines/instanceView/read'],
  steps: ['Deallocate it: az vm deallocate --ids <id>. It keeps its disks and starts again as before.'],
})
