/** Functions of the simulated Lambda. They have no event sources: each is called by another function. */
import { answerJson, noResource, type SimulatedApi } from '../cloud.ts'

const functionPath = /^\/\d{4}-\d\d-\d\d\/functions\/([^/]+)\/(concurrency|configuration)$/
const eventSourcesPath = '/2015-03-31/event-source-mappings/'

export const functions: SimulatedApi = async ({ url, method, body }, resources) => {
  if (!url.host.startsWith('lambda.')) return undefined
  if (method === 'GET' && url.pathname === eventSourcesPath) return answerJson({ EventSourceMappings: [] })
  const [, encoded, part] = functionPath.exec(url.pathname) ?? []
  if (encoded === undefined) return undefined
  const name = decodeURIComponent(encoded)
  const state = await resources.find('lambda_function', name)
  if (!state) return noResource(name)
  if (part === 'configuration') {
    const memory = Number(method === 'PUT' ? JSON.parse(body).MemorySize : state.memory)
    if (method === 'PUT') await resources.change('lambda_function', name, { ...state, memory })
    return answerJson({ FunctionName: name, MemorySize: memory, LastUpdateStatus: 'Successful' })
  }
  const reserved = method === 'PUT' ? JSON.parse(body).ReservedConcurrentExecutions : null
  if (method !== 'GET') await resources.change('lambda_function', name, { ...state, reserved })
  if (method === 'DELETE') return answerJson()
  const current = method === 'GET' ? state.reserved : reserved
  return answerJson(current === null ? {} : { ReservedConcurrentExecutions: current })
}
