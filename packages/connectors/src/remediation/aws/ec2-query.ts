/** EC2's Query API with one filter, as the remedies use it. */
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestText } from '../remedy.ts'
import { arnOf, queryRequest } from './address.ts'
import { itemsOf, parseXml, type XmlElement } from './xml.ts'

/** `vol-1` of `arn:aws:ec2:...:volume/vol-1`, and of itself. */
export function ec2IdOf({ id }: RemediationTarget): string {
  return arnOf(id)?.resource.split('/').at(-1) ?? id
}

export function ec2Request(
  target: RemediationTarget,
  action: string,
  parameters: Record<string, string>,
): PlannedRequest {
  return queryRequest('ec2', target, '2016-11-15', action, parameters)
}

/** The items of a list that match a filter. */
export async function describeEc2(
  send: CloudRequest,
  target: RemediationTarget,
  { action, list, filter, more = {} }: { action: string; list: string; filter: string; more?: Record<string, string> },
  signal?: AbortSignal,
): Promise<XmlElement[]> {
  const parameters = { ...more, 'Filter.1.Name': filter, 'Filter.1.Value.1': ec2IdOf(target) }
  return itemsOf(parseXml(await requestText(send, ec2Request(target, action, parameters), signal)), list)
}
