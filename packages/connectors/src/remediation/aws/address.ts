/** Endpoints of AWS services, and the parts of an ARN. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'

export function awsUrl(service: string, { region }: { region: string }): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}

interface Arn {
  service: string
  region: string
  account: string
  resource: string
}

export function arnOf(text: string): Arn | null {
  const [head, , service = '', region = '', account = '', ...resourceParts] = text.split(':')
  return head === 'arn' && resourceParts.length > 0
    ? { service, region, account, resource: resourceParts.join(':') }
    : null
}

/** The region of a request: the target's own, else that of its ARN. */
export function regionOf({ region, id, name }: RemediationTarget): string {
  const resolvedRegion = region || arnOf(id)?.region
  // It becomes part of a host name, so only valid regions are accepted.
  if (resolvedRegion && /^[a-z]{2}(-[a-z]+)+-\d+$/.test(resolvedRegion)) return resolvedRegion
  throw new KeptError('bad_input', `The AWS region of ${name} is unknown. Its id must be an ARN with a region.`)
}

/** A request of the Query API: the parameters are the body. */
export function queryRequest(
  service: string,
  target: RemediationTarget,
  version: string,
  action: string,
  parameters: Record<string, string>,
): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl(service, { region: regionOf(target) })}/`,
    // A form leaves "*" as it is, as in the path of a rule; AWS signs it encoded.
    body: new URLSearchParams({ Action: action, Version: version, ...parameters }).toString().replaceAll('*', '%2A'),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
}

/** The text of the first such element; "" when there is none. */
export function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
}

export const json = { 'content-type': 'application/json' }
