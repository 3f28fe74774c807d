/** Functions of the simulated Lambda. They have no event sources: each is called by another function. */
import { answerJson, noResource, type SimulatedApi } from '../cloud.ts'

const concurrencyPath = /^\/\d{4}-\d\d-\d\d\/functions\/([^/]+)\/concurrency$/

export const functions: SimulatedApi = async ({ url, method, body }, resources) => {
  const [, encoded] = concurrencyPath.exec(url.pathname) ?? []
  if (encoded === undefined || !url.host.startsWith('lambda.')) return undefined
  const name = decodeURIComponent(encoded)
  const state = await resources.find('lambda_function', name)
  if (!state) return noResource(name)
  if (method === 'PUT')
    await resources.change('lambda_function', name, { reserved: JSON.parse(body).ReservedConcurrentExecutions })
  if (method === 'DELETE') await resources.change('lambda_function', name, { reserved: null })
  if (method !== 'GET') return answerJson()
  return answerJson(state.reserved === null ? {} : { ReservedConcurrentExecutions: state.reserved })
}

export const eventSources: SimulatedApi = async ({ url, method }) =>
  method === 'GET' && url.pathname === '/2015-03-31/event-source-mappings/'
    ? answerJson({ EventSourceMappings: [] })
    : undefined
