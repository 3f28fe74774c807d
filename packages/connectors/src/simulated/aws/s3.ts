/** Buckets of the simulated S3: their lifecycle rules. */
import { noResource, type SimulatedApi } from '../cloud.ts'

export const buckets: SimulatedApi = async ({ url, method, body }, resources) => {
  if (!url.host.startsWith('s3.') || !url.searchParams.has('lifecycle')) return undefined
  const name = url.pathname.slice(1)
  const state = await resources.find('s3_bucket', name)
  if (!state) return noResource(name)
  if (method === 'PUT') await resources.change('s3_bucket', name, { lifecycle: body })
  if (method === 'DELETE') await resources.change('s3_bucket', name, { lifecycle: '' })
  if (method !== 'GET') return { status: 200, text: '' }
  return state.lifecycle === ''
    ? { status: 404, text: '<Error><Code>NoSuchLifecycleConfiguration</Code></Error>' }
    : { status: 200, text: String(state.lifecycle) }
}
