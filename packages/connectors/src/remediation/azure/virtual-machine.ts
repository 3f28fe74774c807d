/** A machine: deallocated, so that only its disks cost, and started again. */
import { defineRemedy, quoted, requestJson } from '../remedy.ts'
import { azurePost, azureUrl, isRunning } from './address.ts'

const version = '2024-07-01'

export const virtualMachine = defineRemedy({
  kind: 'virtual_machine',
  provider: 'azure',
  steps: ['stop', 'start'],
  permissions: [
    'Microsoft.Compute/virtualMachines/instanceView/read',
    'Microsoft.Compute/virtualMachines/deallocate/action',
    'Microsoft.Compute/virtualMachines/start/action',
  ],
  async read(sendRequest, target, signal) {
    const url = azureUrl(target, '/instanceView', version)
    const { statuses } = await requestJson<{ statuses?: { code?: string }[] }>(
      sendRequest,
      { method: 'GET', url },
      signal,
    )
    return { running: isRunning(statuses ?? []) }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [azurePost(target, to.running ? 'start' : 'deallocate', version)],
  describeState: ({ running }) => (running ? 'running' : 'deallocated'),
  script({ target, step }) {
    const commandFor = (verb: string) => `az vm ${verb} --ids ${quoted(target.id)}`
    return {
      tool: 'az',
      run: [commandFor(step === 'start' ? 'start' : 'deallocate')],
      undo: [commandFor(step === 'start' ? 'deallocate' : 'start')],
    }
  },
})
