/** Compute Engine instances of the simulated Google Cloud. */
import { answerJson, noResource, type SimulatedApi } from './cloud.ts'

const instancePath = /^\/compute\/v1\/(projects\/[^/]+\/zones\/[^/]+\/instances\/[^/]+)(?:\/(start|stop))?$/

export const computeInstances: SimulatedApi = async ({ url, method }, resources) => {
  const [, address, operation] = instancePath.exec(url.pathname) ?? []
  if (address === undefined) return undefined
  const state = await resources.find('compute_instance', address)
  if (!state) return noResource(address)
  if (method === 'POST' && operation !== undefined) {
    await resources.change('compute_instance', address, { ...state, running: operation === 'start' })
    return answerJson({ status: 'DONE' })
  }
  return answerJson({ status: state.running ? 'RUNNING' : 'TERMINATED' })
}
