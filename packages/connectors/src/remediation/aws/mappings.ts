/** Event source mappings of a function or a queue, and whether each is on. */
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestJson } from '../remedy.ts'
import { awsUrl, json, regionOf } from './address.ts'

export const mappingPath = '/2015-03-31/event-source-mappings'

export interface MappingAnswer {
  UUID: string
  State: string
}

/** UUID to on or off; transitional states count as their target. */
type Mappings = Record<string, boolean>

const maxPages = 20

export async function readMappings(
  sendRequest: CloudRequest,
  target: RemediationTarget,
  filter: Record<string, string>,
  signal?: AbortSignal,
): Promise<Mappings> {
  const result: Mappings = {}
  let marker = ''
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ ...filter, ...(marker && { Marker: marker }) })
    const url = `${awsUrl('lambda', { region: regionOf(target) })}${mappingPath}/?${query}`
    const answer = await requestJson<{ EventSourceMappings?: MappingAnswer[]; NextMarker?: string | null }>(
      sendRequest,
      { method: 'GET', url },
      signal,
    )
    for (const { UUID, State } of answer.EventSourceMappings ?? []) result[UUID] = isOn(State)
    marker = answer.NextMarker ?? ''
    if (!marker) break
  }
  return result
}

export function isOn(state: string): boolean {
  return state !== 'Disabled' && state !== 'Disabling' && state !== 'Deleting'
}

export function mappingsOf(state: ResourceState): Mappings {
  return (state.mappings ?? {}) as Mappings
}

export function allOff(mappings: Mappings): Mappings {
  return Object.fromEntries(Object.keys(mappings).map((uuid) => [uuid, false]))
}

/** One request for each mapping that must change. */
export function mappingRequests(target: RemediationTarget, from: Mappings, to: Mappings): PlannedRequest[] {
  return Object.entries(to)
    .filter(([uuid, enabled]) => from[uuid] !== enabled)
    .map(([uuid, enabled]) => ({
      method: 'PUT' as const,
      url: `${awsUrl('lambda', { region: regionOf(target) })}${mappingPath}/${encodeURIComponent(uuid)}`,
      body: JSON.stringify({ Enabled: enabled }),
      headers: json,
    }))
}

export function describeMappings(mappings: Mappings): string {
  const all = Object.values(mappings)
  const enabledCount = all.filter(Boolean).length
  if (all.length === 0) return 'without event sources'
  return `with ${enabledCount === all.length ? (enabledCount === 1 ? 'its' : `all ${enabledCount}`) : enabledCount === 0 ? 'no' : `${enabledCount} of ${all.length}`} event source${all.length === 1 || enabledCount === 1 ? '' : 's'} on`
}
