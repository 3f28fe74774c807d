/** Requests of the Query API: their parameters are the body. */
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import type { SimulatedRequest } from '../cloud.ts'

interface SimulatedQuery {
  action: string
  get(name: string): string
  tags: Record<string, string>
}

/** Undefined for requests of another service or version. */
export function queryOf({ url, body }: SimulatedRequest, service: string, version: string): SimulatedQuery | undefined {
  if (!url.host.startsWith(`${service}.`)) return undefined
  const parameters = new URLSearchParams(body)
  if (parameters.get('Version') !== version) return undefined
  const get = (name: string) => parameters.get(name) ?? ''
  const tags: Record<string, string> = {}
  for (let index = 1; parameters.has(`TagSpecification.1.Tag.${index}.Key`); index += 1)
    tags[get(`TagSpecification.1.Tag.${index}.Key`)] = get(`TagSpecification.1.Tag.${index}.Value`)
  return { action: get('Action'), get, tags }
}

/** The filter's value when it names this; '' otherwise. */
export function filterOf({ get }: SimulatedQuery, name: string): string {
  return get('Filter.1.Name') === name ? get('Filter.1.Value.1') : ''
}

export function xmlTags(tags: Readonly<Record<string, string>>): string {
  const items = Object.entries(tags).map(
    ([key, value]) => `<item><key>${escapeXml(key)}</key><value>${escapeXml(value)}</value></item>`,
  )
  return `<tagSet>${items.join('')}</tagSet>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The tags of a state after CreateTags or DeleteTags with one tag. */
export function retagged({ action, get }: SimulatedQuery, { tags }: SimulatedState): Record<string, string> {
  const { [get('Tag.1.Key')]: _before, ...others } = tags as Record<string, string>
  return action === 'CreateTags' ? { ...others, [get('Tag.1.Key')]: get('Tag.1.Value') } : others
}
