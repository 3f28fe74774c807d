import { daysSince, defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isInstance } from './reading/kinds.ts'

/** Azure machines that are shut down from inside: stopped, but not given back. */
export const stoppedButBilled = defineOrphanRule({
  id: 'stopped-but-billed',
  title: 'Stopped machine that is still charged',
  explains:
    'Whoever shuts an Azure machine down from inside its system stops it, but keeps the hardware: every hour is charged as if it ran. Deallocated, it costs its disks only.',
  noun: { one: 'machine', many: 'machines' },
  appliesTo: ['azure'],
  matches: isInstance,
  judge(item, { today }) {
    if (!/^(?:vm )?stopped$/.test(item.state)) return undefined
    return {
      because: 'is stopped and still charged as if it ran',
      days: daysSince(item.state_since, today),
      evidence: [{ label: 'Power state', value: 'stopped, not deallocated' }],
    }
  },
  thresholds: {
    state: {
      words: 'Charged by the hour while stopped',
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
  steps: ['az vm deallocate --ids <id>; it keeps its disks and starts again as it was.'],
})
