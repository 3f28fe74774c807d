/** Virtual machines and public addresses of the simulated Azure: their ID is the path. */
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { answerJson, noResource, type SimulatedApi } from './cloud.ts'

const machinePath =
  /^(\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Compute\/virtualMachines\/[^/]+)(?:\/(instanceView|start|deallocate))?$/i
const addressPath =
  /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/publicIPAddresses\/[^/]+?(\/providers\/Microsoft\.Resources\/tags\/default)?$/i

export const virtualMachines: SimulatedApi = async ({ url, method, body }, resources) => {
  const [, id, operation] = machinePath.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const address = id.toLowerCase()
  const state = await resources.find('virtual_machine', address)
  if (!state) return noResource(id)
  if (method === 'POST') {
    await resources.change('virtual_machine', address, { ...state, running: operation === 'start' })
    return { status: 202, text: '' }
  }
  const type = String(method === 'PATCH' ? JSON.parse(body).properties.hardwareProfile.vmSize : state.type)
  if (method === 'PATCH') await resources.change('virtual_machine', address, { ...state, type })
  const power = state.running ? 'PowerState/running' : 'PowerState/deallocated'
  const instanceView = { statuses: [{ code: 'ProvisioningState/succeeded' }, { code: power }] }
  return answerJson(
    operation === 'instanceView'
      ? instanceView
      : { id, properties: { hardwareProfile: { vmSize: type }, instanceView } },
  )
}

/** Read, put and deleted as they are. */
export const publicAddresses: SimulatedApi = async ({ url, method, body }, resources) => {
  const [path, tagsPath = ''] = addressPath.exec(url.pathname) ?? []
  if (path === undefined) return undefined
  const address = path.slice(0, path.length - tagsPath.length).toLowerCase()
  const state = await resources.find('public_ip_address', address)
  if (!state || (!state.allocated && method !== 'PUT')) return noResource(url.pathname)
  if (method === 'PATCH') {
    const { operation, properties } = JSON.parse(body)
    const document = JSON.parse(String(state.document))
    const others = Object.entries(document.tags ?? {}).filter(([key]) => !(key in properties.tags))
    const tags = { ...Object.fromEntries(others), ...(operation === 'Merge' && properties.tags) }
    await resources.change('public_ip_address', address, { ...state, document: JSON.stringify({ ...document, tags }) })
    return answerJson({ properties: { tags } })
  }
  if (method === 'DELETE') {
    await resources.change('public_ip_address', address, { ...state, allocated: false })
    return { status: 202, text: '' }
  }
  if (method === 'PUT') {
    const document = JSON.stringify(madeAfter(JSON.parse(body), String(state.document)))
    await resources.change('public_ip_address', address, { ...state, allocated: true, document })
    return { status: 201, text: document }
  }
  return { status: 200, text: String(state.document) }
}

/** Azure calls one that is made again by another GUID; here it follows from the earlier one. */
function madeAfter(document: { properties?: object }, earlier: string): object {
  const digest = sha256(earlier)
  const resourceGuid = [0, 8, 12, 16, 20].map((from, index) => digest.slice(from, [8, 12, 16, 20, 32][index])).join('-')
  return { ...document, properties: { ...document.properties, resourceGuid } }
}
