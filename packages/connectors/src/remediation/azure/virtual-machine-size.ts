/** A machine of another size: deallocated, changed and started again, with its disks and addresses. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { azurePost, azureUrl, isRunning, json } from './address.ts'

const version = '2024-07-01'

export const virtualMachineSize = defineRemedy({
  kind: 'virtual_machine',
  provider: 'azure',
  steps: ['resize'],
  permissions: [
    'Microsoft.Compute/virtualMachines/read',
    'Microsoft.Compute/virtualMachines/write',
    'Microsoft.Compute/virtualMachines/deallocate/action',
    'Microsoft.Compute/virtualMachines/start/action',
    'Microsoft.Network/networkInterfaces/join/action',
    'Microsoft.Compute/disks/read',
  ],
  read,
  stateAfter: (before, order) => ({ ...before, size: settingOf(order) }),
  requests(target, from, to) {
    if (from.size === to.size && from.running === to.running) return []
    return [
      ...(from.running ? [azurePost(target, 'deallocate', version)] : []),
      ...(from.size === to.size ? [] : [sizeRequest(target, to)]),
      ...(to.running ? [azurePost(target, 'start', version)] : []),
    ]
  },
  async carryOut(carrier, target, from, to) {
    const { send } = carrier
    if (from.size !== to.size) {
      await requestText(send, azurePost(target, 'deallocate', version))
      await waitForPower(carrier, target, 'PowerState/deallocated')
      await requestText(send, sizeRequest(target, to))
    }
    if (!to.running) return
    await requestText(send, azurePost(target, 'start', version))
    await waitForPower(carrier, target, 'PowerState/running')
  },
  isBetween: (state, before, after) => state.size === before.size || state.size === after.size,
  undoPrice: () =>
    'The machine is deallocated for a few minutes each time. A dynamic public address changes, and data on the temporary disk is lost. Azure may have no machine of the previous size free.',
  describeState: ({ size, running }) => `a ${running ? 'running' : 'deallocated'} ${size}`,
  script({ target, setting = 'SIZE' }) {
    const change = (size: string) => [
      `az vm deallocate --ids ${quoted(target.id)}`,
      `az vm resize --ids ${quoted(target.id)} --size ${quoted(size)}`,
      `az vm start --ids ${quoted(target.id)}`,
    ]
    return {
      tool: 'az',
      run: [`az vm show --ids ${quoted(target.id)} --query hardwareProfile.vmSize`, ...change(setting)],
      undo: change('PREVIOUS_SIZE'),
    }
  },
})

interface MachineAnswer {
  properties?: {
    hardwareProfile?: { vmSize?: string }
    virtualMachineScaleSet?: { id?: string }
    instanceView?: { statuses?: { code?: string }[] }
  }
}

async function machineOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const answer = await readOr<MachineAnswer>(
    send,
    `${azureUrl(target, '', version)}&${new URLSearchParams({ $expand: 'instanceView' })}`,
    signal,
  )
  if (!answer) throw new KeptError('not_found', `The machine ${target.name} no longer exists.`)
  return answer.properties ?? {}
}

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const { hardwareProfile, virtualMachineScaleSet, instanceView } = await machineOf(send, target, signal)
  if (virtualMachineScaleSet?.id)
    throw new KeptError('conflict', `${target.name} belongs to a scale set. Change the size of the scale set instead.`)
  return { size: hardwareProfile?.vmSize ?? '', running: isRunning(instanceView?.statuses ?? []) }
}

async function waitForPower(carrier: Carrier, target: RemediationTarget, code: string): Promise<void> {
  await waitUntil(carrier, { what: `${target.name} (${code})`, maxMinutes: 20 }, async () => {
    const { instanceView } = await machineOf(carrier.send, target)
    return instanceView?.statuses?.some((status) => status.code === code) ?? false
  })
}

function sizeRequest(target: RemediationTarget, { size }: ResourceState): PlannedRequest {
  return {
    method: 'PATCH',
    url: azureUrl(target, '', version),
    body: JSON.stringify({ properties: { hardwareProfile: { vmSize: size } } }),
    headers: json,
  }
}
