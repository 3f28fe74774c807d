/** A public address that nothing uses: deleted, and made again with its settings. Azure then gives another address. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, waitUntil } from '../remedy.ts'
import { azureUrl, json } from './address.ts'

const version = '2024-05-01'

interface AddressState extends ResourceState {
  allocated: true
  associated: boolean
  /** The request that makes it again. */
  body: ResourceState
}

interface AddressAnswer {
  location?: string
  sku?: object
  zones?: string[]
  tags?: Record<string, string>
  properties?: Record<string, unknown>
}

const keptProperties = [
  'publicIPAllocationMethod',
  'publicIPAddressVersion',
  'idleTimeoutInMinutes',
  'dnsSettings',
  'ipTags',
  'publicIPPrefix',
  'ddosSettings',
]

export const publicIpAddress = defineRemedy({
  kind: 'public_ip_address',
  provider: 'azure',
  steps: ['release'],
  permissions: [
    'Microsoft.Network/publicIPAddresses/read',
    'Microsoft.Network/publicIPAddresses/write',
    'Microsoft.Network/publicIPAddresses/delete',
  ],
  read,
  stateAfter(before, { target }) {
    if (isAllocated(before) && before.associated)
      throw new KeptError('conflict', `${target.name} is in use. Only an address that nothing uses is released.`)
    return { allocated: false }
  },
  requests(target, from, to) {
    if (isAllocated(from) === isAllocated(to)) return []
    const url = azureUrl(target, '', version)
    return isAllocated(to)
      ? [{ method: 'PUT', url, body: JSON.stringify(to.body), headers: json }]
      : [{ method: 'DELETE', url, body: '', headers: {} }]
  },
  async carryOut(carrier, target, from, to) {
    for (const request of publicIpAddress.requests(target, from, to)) await requestText(carrier.send, request)
    await waitUntil(
      carrier,
      { what: `The change of ${target.name}`, maxMinutes: 10 },
      async () => isAllocated(await read(carrier.send, target)) === isAllocated(to),
    )
  },
  undoPrice: () =>
    'The address itself is lost: Azure gives it to others. An undo makes the resource again, with the same name and DNS label and another address.',
  describeState: (state) => (isAllocated(state) ? 'a reserved public address' : 'released'),
  script({ target }) {
    const id = quoted(target.id)
    return {
      tool: 'az',
      run: [`az network public-ip show --ids ${id}`, `az network public-ip delete --ids ${id}`],
      undo: [
        '# With the settings the first command showed. The address will be another one.',
        `az network public-ip create --resource-group GROUP --name ${quoted(target.id.split('/').at(-1) ?? '')} --sku Standard`,
      ],
    }
  },
})

function isAllocated(state: ResourceState): state is AddressState {
  return state.allocated === true
}

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const answer = await readOr<AddressAnswer>(send, azureUrl(target, '', version), signal)
  if (!answer) return { allocated: false }
  const { properties = {}, location, sku, zones, tags } = answer
  const kept = keptProperties.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]))
  return {
    allocated: true,
    associated: Boolean(properties.ipConfiguration ?? properties.natGateway),
    body: JSON.parse(JSON.stringify({ location, sku, zones, tags: tags ?? {}, properties: Object.fromEntries(kept) })),
  }
}
