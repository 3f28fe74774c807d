/**
 * A scale set: throttled by switching its autoscale settings off, stopped by deallocating it, scaled by its capacity.
 */
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { type CloudRequest, defineRemedy, quoted, requestJson, sizeOf } from '../remedy.ts'
import { azurePost, azureUrl, groupOf, isRunning, json } from './address.ts'

const version = '2024-07-01'
const autoscaleVersion = '2022-10-01'

type Settings = Record<string, boolean>

export const vmScaleSet = defineRemedy({
  kind: 'vm_scale_set',
  provider: 'azure',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: [
    'Microsoft.Compute/virtualMachineScaleSets/read',
    'Microsoft.Compute/virtualMachineScaleSets/write',
    'Microsoft.Compute/virtualMachineScaleSets/instanceView/read',
    'Microsoft.Compute/virtualMachineScaleSets/deallocate/action',
    'Microsoft.Compute/virtualMachineScaleSets/start/action',
    'Microsoft.Insights/autoscaleSettings/read',
    'Microsoft.Insights/autoscaleSettings/write',
  ],
  async read(sendRequest, target, signal) {
    const set = await requestJson<{ sku?: { name?: string; tier?: string; capacity?: number } }>(
      sendRequest,
      { method: 'GET', url: azureUrl(target, '', version) },
      signal,
    )
    const view = await requestJson<{ virtualMachine?: { statusesSummary?: { code?: string }[] } }>(
      sendRequest,
      { method: 'GET', url: azureUrl(target, '/instanceView', version) },
      signal,
    )
    const { name = '', tier = '', capacity = 0 } = set.sku ?? {}
    return {
      sku: { name, tier },
      capacity,
      // A scale set without machines is neither; it is started by giving it a size.
      running: capacity === 0 || isRunning(view.virtualMachine?.statusesSummary ?? []),
      autoscale: await readAutoscale(sendRequest, target, signal),
    }
  },
  stateAfter(before, order) {
    const pinned = { ...before, autoscale: allOff(before.autoscale as Settings) }
    if (order.step === 'stop') return { ...pinned, running: false }
    if (order.step === 'start') return { ...before, running: true }
    return order.step === 'scale' ? { ...pinned, capacity: sizeOf(order) } : pinned
  },
  requests(target, from, to) {
    const autoscale = autoscaleRequests(from.autoscale as Settings, to.autoscale as Settings)
    const capacity: PlannedRequest[] =
      from.capacity === to.capacity
        ? []
        : [
            {
              method: 'PATCH',
              url: azureUrl(target, '', version),
              body: JSON.stringify({ sku: { ...(to.sku as object), capacity: to.capacity } }),
              headers: json,
            },
          ]
    const power = from.running === to.running ? [] : [azurePost(target, to.running ? 'start' : 'deallocate', version)]
    // Autoscaling, which would change the size again, is disabled first and enabled last.
    const wakes = autoscale.filter(({ body }) => body.includes('true'))
    return [...autoscale.filter((request) => !wakes.includes(request)), ...capacity, ...power, ...wakes]
  },
  describeState: ({ capacity, running, autoscale }) =>
    `${running ? `at ${capacity} machines` : 'deallocated'}, ${Object.values(autoscale as Settings).some(Boolean) ? 'scaling by itself' : 'pinned'}`,
  script(order) {
    const { target, step } = order
    const ids = `--ids ${quoted(target.id)}`
    const settings = `az monitor autoscale list --resource-group ${quoted(groupOf(target).split('/').at(-1) ?? '')} --query "[?targetResourceUri=='${target.id}'].id" --output tsv`
    const autoscale = (enabled: boolean) =>
      `for id in $(${settings}); do az monitor autoscale update --ids "$id" --enabled ${enabled}; done`
    const show = `az vmss show ${ids} --query sku`
    if (step === 'start') return { tool: 'az', run: [`az vmss start ${ids}`], undo: [`az vmss deallocate ${ids}`] }
    const commands =
      step === 'stop'
        ? { run: [`az vmss deallocate ${ids}`], undo: [`az vmss start ${ids}`] }
        : step === 'scale'
          ? {
              run: [`az vmss scale ${ids} --new-capacity ${sizeOf(order)}`],
              undo: ['# With the capacity the first command showed.', `az vmss scale ${ids} --new-capacity 1`],
            }
          : { run: [], undo: [] }
    return { tool: 'az', run: [show, autoscale(false), ...commands.run], undo: [...commands.undo, autoscale(true)] }
  },
})

interface Setting {
  id: string
  properties?: { enabled?: boolean; targetResourceUri?: string }
}

async function readAutoscale(
  sendRequest: CloudRequest,
  target: RemediationTarget,
  signal?: AbortSignal,
): Promise<Settings> {
  const url = `https://management.azure.com${groupOf(target)}/providers/Microsoft.Insights/autoscaleSettings?api-version=${autoscaleVersion}`
  const { value = [] } = await requestJson<{ value?: Setting[] }>(sendRequest, { method: 'GET', url }, signal)
  const targetSettings = value.filter(
    ({ properties }) => properties?.targetResourceUri?.toLowerCase() === target.id.toLowerCase(),
  )
  return Object.fromEntries(targetSettings.map(({ id, properties }) => [id, properties?.enabled !== false]))
}

function allOff(settings: Settings): Settings {
  return Object.fromEntries(Object.keys(settings).map((id) => [id, false]))
}

function autoscaleRequests(from: Settings, to: Settings): PlannedRequest[] {
  return Object.entries(to)
    .filter(([id, enabled]) => from[id] !== enabled)
    .map(([id, enabled]) => ({
      method: 'PATCH',
      url: azureUrl({ id, name: 'The autoscale setting' }, '', autoscaleVersion),
      body: JSON.stringify({ properties: { enabled } }),
      headers: json,
    }))
}
