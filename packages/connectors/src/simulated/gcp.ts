/** Compute Engine instances and addresses of the simulated Google Cloud. */
import { answerJson, noResource, refuse, type SimulatedApi } from './cloud.ts'

const instancePath =
  /^\/compute\/v1\/((projects\/[^/]+\/zones\/[^/]+)\/instances\/[^/]+)(?:\/(start|stop|setMachineType))?$/
const addressPath =
  /^\/compute\/v1\/(projects\/[^/]+\/(?:regions\/[^/]+|global)\/addresses)(?:\/([^/]+?)(\/setLabels)?)?$/

export const computeInstances: SimulatedApi = async ({ url, method, body }, resources) => {
  const [, address, zonePath, operation] = instancePath.exec(url.pathname) ?? []
  if (address === undefined) return undefined
  const state = await resources.find('compute_instance', address)
  if (!state) return noResource(address)
  if (method === 'POST' && operation === 'setMachineType') {
    if (state.running)
      return refuse(400, `${address} is running. Its machine type can only be changed while it is stopped`)
    const type = String(JSON.parse(body).machineType).split('/').at(-1) ?? ''
    await resources.change('compute_instance', address, { ...state, type })
    return answerJson({ status: 'DONE' })
  }
  if (method === 'POST' && operation !== undefined) {
    await resources.change('compute_instance', address, { ...state, running: operation === 'start' })
    return answerJson({ status: 'DONE' })
  }
  return answerJson({
    status: state.running ? 'RUNNING' : 'TERMINATED',
    machineType: `https://www.googleapis.com/compute/v1/${zonePath}/machineTypes/${state.type}`,
    disks: [{ type: 'PERSISTENT' }],
  })
}

export const staticAddresses: SimulatedApi = async ({ url, method, body }, resources) => {
  const [, list, ofPath, setsLabels] = addressPath.exec(url.pathname) ?? []
  if (list === undefined) return undefined
  // One that is reserved again has the same name, so no description has to be searched for.
  if (ofPath === undefined && method === 'GET') return answerJson({ items: [] })
  const name = ofPath ?? String(JSON.parse(body).name)
  const address = `${list}/${name}`
  const state = await resources.find('static_address', address)
  if (!state || (!state.allocated && (method !== 'POST' || setsLabels))) return noResource(address)
  if (setsLabels) {
    await resources.change('static_address', address, { ...state, labels: JSON.parse(body).labels })
    return answerJson({ status: 'DONE' })
  }
  if (method !== 'GET') {
    await resources.change('static_address', address, { ...state, allocated: method === 'POST', labels: {} })
    return answerJson({ status: 'DONE' })
  }
  const { associated, ip, tier, labels } = state
  const inUse = associated ? { status: 'IN_USE', users: [`${list}/users/0`] } : { status: 'RESERVED' }
  return answerJson({ name, address: ip, networkTier: tier, ...(labels !== undefined && { labels }), ...inUse })
}
