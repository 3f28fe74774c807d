/** A resource that is described in JSON, or undefined where there is none. */
import type { ResourceState } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestJson, requestTextOr } from './remedy.ts'

/** Throws a KeptError where the cloud refuses. */
export async function readOr<Answer>(
  send: CloudRequest,
  url: string,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const request = { method: 'GET', url, body: '', headers: {} } as const
  const text = await requestTextOr(send, request, { status: 404, pattern: /./ }, signal)
  return text === undefined ? undefined : requestJson<Answer>(async () => ({ status: 200, text }), request)
}

/** The entries of a part of a state that is an object; none of anything else. */
export function recordOf(value: ResourceState[string] | undefined): ResourceState {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
