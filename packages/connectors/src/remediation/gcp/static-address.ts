/** An address that nothing uses: released. Google gives it to others, so an undo reserves another one of the same name. */
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { keyOf } from '../backup-name.ts'
import { withoutMark } from '../deletion-mark.ts'
import { readOr } from '../read-or.ts'
import { type AllocatedState, defineReleasedAddress } from '../released-address.ts'
import { type CloudRequest, quoted, requestJson, requestText } from '../remedy.ts'
import { computeApi, json, partsOf, pathOf } from './address.ts'
import { googleMarking } from './deletion-label.ts'

interface AddressState extends AllocatedState {
  name: string
  tier: string
  version: string
  /** Of the owner. */
  labels: Record<string, string>
}

interface AddressAnswer {
  name: string
  id?: string
  status?: string
  networkTier?: string
  ipVersion?: string
  users?: string[]
  labels?: Record<string, string>
  labelFingerprint?: string
}

export const staticAddress = defineReleasedAddress<AddressState>({
  kind: 'static_address',
  provider: 'gcp',
  permissions: [
    'compute.addresses.get',
    'compute.addresses.list',
    'compute.addresses.delete',
    'compute.addresses.create',
    'compute.addresses.setLabels',
    'compute.globalAddresses.get',
    'compute.globalAddresses.list',
    'compute.globalAddresses.delete',
    'compute.globalAddresses.create',
    'compute.globalAddresses.setLabels',
  ],
  find,
  deletionGrace: { marking: googleMarking({ find: findAddress, urlOf: addressUrl }) },
  deleteRequest: (target, { name }) => ({ method: 'DELETE', url: addressUrl(target, name), body: '', headers: {} }),
  async deleteExistingRequest(send, target) {
    const { id } = (await findAddress(send, target)) ?? {}
    // By its number: others may reserve one with its name in the moment in which it is deleted.
    return id === undefined ? undefined : { method: 'DELETE', url: addressUrl(target, id), body: '', headers: {} }
  },
  createRequest: reserveRequest,
  restoreLabels,
  undoPrice:
    'The address itself is lost: Google gives it to others. An undo reserves another address with the same name.',
  label: 'a reserved address',
  script({ target }) {
    const { regions, projects = '', addresses = '' } = partsOf(target)
    const location = `${regions ? `--region ${quoted(regions)}` : '--global'} --project ${quoted(projects)}`
    return {
      tool: 'gcloud',
      run: [
        `gcloud compute addresses describe ${quoted(addresses)} ${location}`,
        `gcloud compute addresses delete ${quoted(addresses)} ${location} --quiet`,
      ],
      undo: [
        '# With the name the first command showed. The address will be another one.',
        `gcloud compute addresses create NAME ${location}`,
      ],
    }
  },
})

async function find(
  send: CloudRequest,
  target: RemediationTarget,
  signal?: AbortSignal,
): Promise<AddressState | undefined> {
  const address = await findAddress(send, target, signal)
  if (!address) return undefined
  return {
    allocated: true,
    associated: (address.users ?? []).length > 0,
    name: address.name,
    tier: address.networkTier ?? '',
    version: address.ipVersion ?? '',
    labels: withoutMark(address.labels ?? {}),
  }
}

/** The address itself, or the one that was reserved again. */
async function findAddress(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const own = await readOr<AddressAnswer>(send, addressUrl(target, partsOf(target).addresses ?? ''), signal)
  return own ?? restoredAddress(send, target, signal)
}

/** Addresses take no labels when they are reserved, so the description says in whose place one stands. */
async function restoredAddress(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const query = new URLSearchParams({ filter: `description="${markOf(target)}"` })
  const { items = [] } = await requestJson<{ items?: AddressAnswer[] }>(
    send,
    { method: 'GET', url: `${listUrl(target)}?${query}` },
    signal,
  )
  return items[0]
}

function markOf(target: RemediationTarget): string {
  return `Reserved by Kept in place of ${keyOf(target)}`
}

function listUrl(target: RemediationTarget): string {
  return `${computeApi}/${pathOf(target).replace(/\/[^/]+$/, '')}`
}

function addressUrl(target: RemediationTarget, name: string): string {
  return `${listUrl(target)}/${encodeURIComponent(name)}`
}

async function restoreLabels(
  send: CloudRequest,
  target: RemediationTarget,
  { labels = {} }: AddressState,
): Promise<void> {
  const address = await findAddress(send, target)
  if (!address || Object.keys(labels).length === 0) return
  const body = JSON.stringify({ labels, labelFingerprint: address.labelFingerprint ?? '' })
  await requestText(send, { method: 'POST', url: `${addressUrl(target, address.name)}/setLabels`, body, headers: json })
}

function reserveRequest(target: RemediationTarget, { name, tier, version }: AddressState): PlannedRequest {
  const body = {
    name,
    description: markOf(target),
    ...(tier && { networkTier: tier }),
    ...(version && { ipVersion: version }),
  }
  return { method: 'POST', url: listUrl(target), body: JSON.stringify(body), headers: json }
}
