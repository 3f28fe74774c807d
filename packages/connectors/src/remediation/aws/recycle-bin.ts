/**
 * AWS's Recycle Bin: what has a tag is kept for some days after it was deleted, and can be restored with its ID. It is
 * the period of grace of a deletion: it ends by itself, and nothing that Kept must remember is lost with a process.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { type Carrier, type CloudRequest, requestJson, requestText, waitUntil } from '../remedy.ts'
import { awsUrl, json, regionOf } from './address.ts'
import { ec2Request } from './ec2-query.ts'
import { itemsOf, parseXml, textOf } from './xml.ts'

type BinnedType = 'EC2_IMAGE' | 'EBS_SNAPSHOT'

export const graceDays = 30
/** Kept changes only what has this tag, so the rule covers all that Kept deletes and little else. */
const coveredTag = { ResourceTagKey: 'kept:allow', ResourceTagValue: 'true' }

export const recycleBinPermissions = [
  'rbin:ListRules',
  'rbin:GetRule',
  'rbin:CreateRule',
  'ec2:ListImagesInRecycleBin',
  'ec2:ListSnapshotsInRecycleBin',
  'ec2:RestoreImageFromRecycleBin',
  'ec2:RestoreSnapshotFromRecycleBin',
] as const

export function isCovered(tags: Readonly<Record<string, string>>): boolean {
  return tags[coveredTag.ResourceTagKey] === coveredTag.ResourceTagValue
}

/** Makes the rule where there is none, and waits until it counts: before, a deletion would be final. */
export async function ensureRetention(carrier: Carrier, target: RemediationTarget, type: BinnedType): Promise<void> {
  const { send } = carrier
  const list = await requestJson<{
    Rules?: { Identifier: string; RetentionPeriod?: { RetentionPeriodValue?: number } }[]
  }>(send, binRequest(target, 'POST', '/list-rules', { ResourceType: type, ResourceTags: [coveredTag] }))
  const existing = list.Rules?.find(({ RetentionPeriod }) => (RetentionPeriod?.RetentionPeriodValue ?? 0) >= graceDays)
  const { Identifier } = existing ?? (await requestJson<{ Identifier: string }>(send, ruleRequest(target, type)))
  await waitUntil(carrier, { what: 'The retention rule of the Recycle Bin', maxMinutes: 10 }, async () => {
    const rule = await requestJson<{ Status?: string }>(send, binRequest(target, 'GET', `/rules/${Identifier}`))
    return rule.Status === 'available'
  })
}

/** The request that makes the rule, as a dry run shows it. */
export function ruleRequest(target: RemediationTarget, ResourceType: BinnedType): PlannedRequest {
  return binRequest(target, 'POST', '/rules', {
    ResourceType,
    ResourceTags: [coveredTag],
    RetentionPeriod: { RetentionPeriodValue: graceDays, RetentionPeriodUnit: 'DAYS' },
    Description: 'What Kept deletes can be restored for this long',
  })
}

/** Those of the ids that are in the Recycle Bin. */
export async function binned(
  send: CloudRequest,
  target: RemediationTarget,
  type: 'Image' | 'Snapshot',
  ids: readonly string[],
): Promise<string[]> {
  const present: string[] = []
  // An unknown id is an error in a list of several, so each is looked up.
  for (const id of ids) {
    const { status, text } = await send(ec2Request(target, `List${type}sInRecycleBin`, { [`${type}Id.1`]: id }))
    const items = status === 200 ? itemsOf(parseXml(text), `${type.toLowerCase()}Set`) : []
    if (items.some((item) => textOf(item, `${type.toLowerCase()}Id`) === id)) present.push(id)
    else if (status !== 200 && !/NotFound/.test(text))
      throw new KeptError('unavailable', `AWS did not say what is in the Recycle Bin (${status}).`)
  }
  return present
}

export async function restoreBinned(
  send: CloudRequest,
  target: RemediationTarget,
  type: 'Image' | 'Snapshot',
  id: string,
): Promise<void> {
  await requestText(send, ec2Request(target, `Restore${type}FromRecycleBin`, { [`${type}Id`]: id }))
}

function binRequest(target: RemediationTarget, method: 'GET' | 'POST', path: string, body?: object): PlannedRequest {
  return {
    method,
    url: `${awsUrl('rbin', { region: regionOf(target) })}${path}`,
    body: body === undefined ? '' : JSON.stringify(body),
    headers: body === undefined ? {} : json,
  }
}
