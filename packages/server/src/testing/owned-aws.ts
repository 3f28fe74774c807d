/** For tests: an account in moto, acted in with exactly the permissions that a remedy declares. */

import { createUserWith } from '@kept/connectors/aws/live/testing/owner.ts'
import { openAws } from '@kept/connectors/remediation/aws/http-client.ts'
import type { GuardedFetch } from '@kept/connectors/remediation/credentials.ts'
import { openAccount } from '@kept/connectors/remediation/open-account.ts'
import { type CloudRequest, requestText } from '@kept/connectors/remediation/remedy.ts'
import type { PlannedRequest, RemediationPort } from '@kept/domain/remediation.ts'
import { asMotoNames, type Moto } from '../sync/testing/moto.ts'

export const region = 'us-east-1'
export const account = '123456789012'

const plainFetch: GuardedFetch = (url, { certificateAuthority: _, signal, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }) })

export interface OwnedAws {
  /** With the rights of the owner. Returns the answer's text. */
  send(request: Pick<PlannedRequest, 'method' | 'url'> & Partial<PlannedRequest>): Promise<string>
  /** EC2's Query API, and others that speak it. */
  query(service: string, version: string, action: string, parameters?: Record<string, string>): Promise<string>
  /** Services that speak JSON with a target. */
  json(service: string, target: string, body: object): Promise<string>
  /** A port with these permissions and no others. */
  portWith(permissions: readonly string[]): Promise<RemediationPort>
}

export function ownedAws(moto: Moto): OwnedAws {
  const owner: CloudRequest = openAws(
    { access_key_id: 'owner', secret_access_key: 'owner', endpoint: moto.url },
    plainFetch,
    Date.now,
  )
  const send: OwnedAws['send'] = async (request) => {
    await moto.enforce(false)
    return requestText(owner, request)
  }
  return {
    send,
    query: (service, version, action, parameters = {}) =>
      send({
        method: 'POST',
        url: `https://${service}.${region}.amazonaws.com/`,
        body: new URLSearchParams({ Action: action, Version: version, ...parameters }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      }),
    json: (service, target, body) =>
      send({
        method: 'POST',
        url: `https://${service}.${region}.amazonaws.com/`,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
      }),
    async portWith(permissions) {
      await moto.enforce(false)
      const user = await createUserWith(moto.url, {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: permissions.map(asMotoNames), Resource: '*' }],
      })
      await moto.enforce(true)
      return openAccount(
        'aws',
        { ...user, endpoint: moto.url },
        { fetch: plainFetch, nowMs: Date.now, wait: async () => undefined },
      )
    },
  }
}
