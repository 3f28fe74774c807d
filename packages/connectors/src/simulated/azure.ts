/** Virtual machines of the simulated Azure: their ID is the path. */
import { answerJson, noResource, type SimulatedApi } from './cloud.ts'

const machinePath =
  /^(\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Compute\/virtualMachines\/[^/]+)\/(instanceView|start|deallocate)$/i

export const virtualMachines: SimulatedApi = async ({ url, method }, resources) => {
  const [, id, operation] = machinePath.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const address = id.toLowerCase()
  const state = await resources.find('virtual_machine', address)
  if (!state) return noResource(id)
  if (method === 'POST') {
    await resources.change('virtual_machine', address, { ...state, running: operation === 'start' })
    return { status: 202, text: '' }
  }
  return answerJson({ statuses: [{ code: state.running ? 'PowerState/running' : 'PowerState/deallocated' }] })
}
