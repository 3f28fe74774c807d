/** Signed requests to AWS; a role is assumed first, for an hour. */
import { KeptError } from '@kept/domain/errors.ts'
import type { AwsCredentials, GuardedFetch } from '../credentials.ts'
import { ledTo } from '../endpoint.ts'
import type { CloudRequest } from '../remedy.ts'
import { elementOf } from './address.ts'
import { type SigningKeys, signRequest } from './sign.ts'

const host = /^([a-z0-9-]+)\.([a-z0-9-]+)\.amazonaws\.com(\.cn)?$/
const earlyMs = 300_000

export function openAws(credentials: AwsCredentials, fetch: GuardedFetch, nowMs: () => number): CloudRequest {
  let role: { keys: SigningKeys; untilMs: number } | undefined
  const sendWith = async (keys: SigningKeys, request: Parameters<CloudRequest>[0], signal?: AbortSignal) => {
    const { method, body, headers } = request
    const [, service = '', region = ''] = host.exec(new URL(request.url).host) ?? []
    const url = ledTo(request.url, credentials.endpoint)
    const timestamp = Temporal.Instant.fromEpochMilliseconds(nowMs())
    const signed = await signRequest({ method, url, headers, body, service, region, timestamp }, keys)
    const answer = await fetch(url, { method, headers: signed, signal, ...(body && { body }) })
    return { status: answer.status, text: await answer.text() }
  }
  const keysFor = async (region: string, signal?: AbortSignal): Promise<SigningKeys> => {
    if (!credentials.role_arn) return credentials
    if (role && role.untilMs > nowMs()) return role.keys
    const { status, text } = await sendWith(credentials, assumeRole(credentials, region), signal)
    const keys = {
      access_key_id: elementOf(text, 'AccessKeyId'),
      secret_access_key: elementOf(text, 'SecretAccessKey'),
      session_token: elementOf(text, 'SessionToken'),
    }
    if (status !== 200 || !keys.access_key_id)
      throw new KeptError(
        'forbidden',
        `AWS denied Kept the role ${credentials.role_arn} (${status}): ${elementOf(text, 'Message') || 'no reason given'}.`,
      )
    role = { keys, untilMs: Date.parse(elementOf(text, 'Expiration')) - earlyMs }
    return keys
  }
  return async (request, signal) => {
    const region = host.exec(new URL(request.url).host)?.[2] ?? ''
    return sendWith(await keysFor(region, signal), request, signal)
  }
}

function assumeRole({ role_arn, external_id }: AwsCredentials, region: string): Parameters<CloudRequest>[0] {
  return {
    method: 'POST',
    url: `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: role_arn ?? '',
      RoleSessionName: 'kept-remediation',
      ...(external_id && { ExternalId: external_id }),
    }).toString(),
  }
}
