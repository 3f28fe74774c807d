/** What the lists of Amazon EC2 share: its client, the size of a page and the IDs that bills write. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { AwsSession } from '../../session.ts'
import { arn } from '../item.ts'

export const service = 'Amazon Elastic Compute Cloud'
/** Of some 6 KB each: a page stays far below the limit of an answer. */
export const pageSize = 300
export const text = z.string()
export const nextToken = z.string().nullish()

export async function ec2(session: AwsSession, { region }: SyncLocation) {
  const sdk = await session.load(() => import('@aws-sdk/client-ec2'))
  return { sdk, client: session.client('ec2', region, (config) => new sdk.EC2Client(config)) }
}

export function snapshotId(location: SyncLocation, id: string): string {
  return arn(location, 'ec2', `snapshot/${id}`)
}

export function imageId(location: SyncLocation, id: string): string {
  return arn(location, 'ec2', `image/${id}`)
}
