/** Requests to a cluster's API server with the token of a service account. */
import type { GuardedFetch, KubernetesCredentials } from '../credentials.ts'
import { ledTo } from '../endpoint.ts'
import type { CloudRequest } from '../remedy.ts'

export function openKubernetes(credentials: KubernetesCredentials, fetch: GuardedFetch): CloudRequest {
  const { server, token, certificate_authority } = credentials
  return async ({ method, url, headers, body }, signal) => {
    const answer = await fetch(ledTo(url, server), {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal,
      certificateAuthority: certificate_authority,
      ...(body && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
