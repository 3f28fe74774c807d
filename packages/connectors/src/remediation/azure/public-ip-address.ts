/** A public address that nothing uses: deleted, and made again with its settings. Azure then gives another address. */
import type { RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { withoutMark } from '../deletion-mark.ts'
import { readOr } from '../read-or.ts'
import { type AllocatedState, defineReleasedAddress } from '../released-address.ts'
import { type CloudRequest, quoted } from '../remedy.ts'
import { azureUrl, json } from './address.ts'
import { azureMarking } from './deletion-tag.ts'

const version = '2024-05-01'

interface AddressState extends AllocatedState {
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

export const publicIpAddress = defineReleasedAddress<AddressState>({
  kind: 'public_ip_address',
  provider: 'azure',
  permissions: [
    'Microsoft.Network/publicIPAddresses/read',
    'Microsoft.Network/publicIPAddresses/write',
    'Microsoft.Network/publicIPAddresses/delete',
    'Microsoft.Resources/tags/write',
  ],
  find,
  async identityOf(send, target, signal) {
    const { resourceGuid } = (await findAddress(send, target, signal))?.properties ?? {}
    return typeof resourceGuid === 'string' ? resourceGuid : undefined
  },
  deletionGrace: { marking: azureMarking(version) },
  deleteRequest: (target) => ({ method: 'DELETE', url: azureUrl(target, '', version), body: '', headers: {} }),
  createRequest: (target, { body }) => ({
    method: 'PUT',
    url: azureUrl(target, '', version),
    body: JSON.stringify(body),
    headers: json,
  }),
  undoPrice:
    'The address itself is lost: Azure gives it to others. An undo makes the resource again, with the same name and DNS label and another address.',
  label: 'a reserved public address',
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

const findAddress = (send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) =>
  readOr<AddressAnswer>(send, azureUrl(target, '', version), signal)

async function find(
  send: CloudRequest,
  target: RemediationTarget,
  signal?: AbortSignal,
): Promise<AddressState | undefined> {
  const answer = await findAddress(send, target, signal)
  if (!answer || answer.properties?.provisioningState === 'Deleting') return undefined
  const { properties = {}, location, sku, zones, tags } = answer
  const kept = keptProperties.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]))
  return {
    allocated: true,
    associated: Boolean(properties.ipConfiguration ?? properties.natGateway),
    body: JSON.parse(
      JSON.stringify({ location, sku, zones, tags: withoutMark(tags ?? {}), properties: Object.fromEntries(kept) }),
    ),
  }
}
