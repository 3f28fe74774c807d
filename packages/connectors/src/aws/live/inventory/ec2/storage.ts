/** Volumes of Amazon EBS, their snapshots, and the images made of them. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes } from '../../../../live-item.ts'
import { defineOperation } from '../../define-port.ts'
import { everyPage } from '../../every-page.ts'
import type { AwsSession } from '../../session.ts'
import { awsItem, dateSchema, tagListSchema } from '../item.ts'
import { ec2, imageId, nextToken, pageSize, service, snapshotId, text } from './request.ts'

export const volumes = defineOperation({
  action: 'ec2:DescribeVolumes',
  reason: 'Lists volumes, to find unattached ones and older types.',
  schema: z.object({
    Volumes: z
      .array(
        z.object({
          VolumeId: text,
          Size: z.number().nullish(),
          VolumeType: text.nullish(),
          Iops: z.number().nullish(),
          Throughput: z.number().nullish(),
          State: text.nullish(),
          SnapshotId: text.nullish(),
          Encrypted: z.boolean().nullish(),
          AvailabilityZone: text.nullish(),
          OutpostArn: text.nullish(),
          CreateTime: dateSchema,
          Attachments: z.array(z.object({ InstanceId: text.nullish() })).nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeVolumes', location.region, () =>
      client.send(new sdk.DescribeVolumesCommand({ MaxResults: pageSize, NextToken: token })),
    )
  },
  toItems: ({ Volumes }, location) =>
    (Volumes ?? []).map((volume) =>
      awsItem(location, {
        resource_id: volume.VolumeId,
        type: 'Volume',
        service,
        size: volume.Size ? `${volume.Size} GB` : '',
        state: volume.State ?? '',
        created_at: volume.CreateTime,
        tags: volume.Tags,
        attributes: attributes({
          volume_type: volume.VolumeType,
          size_gb: volume.Size,
          iops: volume.Iops,
          throughput: volume.Throughput,
          availability_zone: volume.AvailabilityZone,
          outpost: volume.OutpostArn,
          source_snapshot: volume.SnapshotId,
          encrypted: volume.Encrypted,
        }),
        relations: (volume.Attachments ?? []).flatMap(({ InstanceId }) =>
          InstanceId ? [{ kind: 'attached_to' as const, resource_id: InstanceId }] : [],
        ),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const snapshots = defineOperation({
  action: 'ec2:DescribeSnapshots',
  reason: 'Lists snapshots of this account, to find those of deleted volumes.',
  schema: z.object({
    Snapshots: z
      .array(
        z.object({
          SnapshotId: text,
          VolumeId: text.nullish(),
          VolumeSize: z.number().nullish(),
          StartTime: dateSchema,
          State: text.nullish(),
          StorageTier: text.nullish(),
          Encrypted: z.boolean().nullish(),
          Tags: tagListSchema,
          /** Added by `send`. */
          Public: z.boolean().optional(),
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    const listed = await session.call('ec2:DescribeSnapshots', location.region, () =>
      client.send(new sdk.DescribeSnapshotsCommand({ OwnerIds: ['self'], MaxResults: pageSize, NextToken: token })),
    )
    const restorable = listed.Snapshots?.length ? await publicSnapshots(session, location) : new Set()
    const Snapshots = listed.Snapshots?.map((snapshot) => ({
      ...snapshot,
      Public: restorable.has(snapshot.SnapshotId),
    }))
    return { ...listed, Snapshots }
  },
  toItems: ({ Snapshots }, location) =>
    (Snapshots ?? []).map((snapshot) =>
      awsItem(location, {
        resource_id: snapshotId(location, snapshot.SnapshotId),
        type: 'Snapshot',
        service,
        name: snapshot.Tags.Name ?? snapshot.SnapshotId,
        size: snapshot.VolumeSize ? `${snapshot.VolumeSize} GB` : '',
        state: snapshot.State ?? '',
        created_at: snapshot.StartTime,
        tags: snapshot.Tags,
        attributes: attributes({
          // A copy between regions names a volume that never existed.
          source_volume: snapshot.VolumeId === 'vol-ffffffff' ? undefined : snapshot.VolumeId,
          size_gb: snapshot.VolumeSize,
          tier: snapshot.StorageTier,
          encrypted: snapshot.Encrypted,
          public: snapshot.Public,
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

/** One list of those that everyone may restore, mostly empty, instead of a request for each snapshot. */
async function publicSnapshots(session: AwsSession, location: SyncLocation): Promise<ReadonlySet<unknown>> {
  const { sdk, client } = await ec2(session, location)
  const ids = new Set<unknown>()
  const action = 'ec2:DescribeSnapshots'
  const pages = everyPage({ action, subject: location.region }, (NextToken) => {
    const page = { RestorableByUserIds: ['all'], OwnerIds: ['self'], MaxResults: 1000, NextToken }
    return session.call(action, location.region, () => client.send(new sdk.DescribeSnapshotsCommand(page)))
  })
  for await (const { Snapshots } of pages) for (const { SnapshotId } of Snapshots ?? []) ids.add(SnapshotId)
  return ids
}

export const images = defineOperation({
  action: 'ec2:DescribeImages',
  reason: 'Lists the images of this account, to find unused ones and the snapshots that belong to them.',
  schema: z.object({
    Images: z
      .array(
        z.object({
          ImageId: text,
          Name: text.nullish(),
          State: text.nullish(),
          CreationDate: dateSchema,
          /** AWS counts since 2017, and names none where there was none. */
          LastLaunchedTime: dateSchema,
          Public: z.boolean().nullish(),
          BlockDeviceMappings: z
            .array(
              z.object({ Ebs: z.object({ SnapshotId: text.nullish(), VolumeSize: z.number().nullish() }).nullish() }),
            )
            .nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    const page = { MaxResults: pageSize, NextToken: token }
    return session.call('ec2:DescribeImages', location.region, () =>
      client.send(new sdk.DescribeImagesCommand({ Owners: ['self'], IncludeDisabled: true, ...page })),
    )
  },
  toItems: ({ Images }, location) =>
    (Images ?? []).map((image) => {
      const disks = (image.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => (Ebs?.SnapshotId ? [Ebs] : []))
      return awsItem(location, {
        resource_id: imageId(location, image.ImageId),
        type: 'Image',
        service,
        name: image.Tags.Name ?? image.Name ?? image.ImageId,
        state: image.State ?? '',
        created_at: image.CreationDate,
        tags: image.Tags,
        attributes: attributes({
          last_used: image.LastLaunchedTime,
          public: image.Public,
          size_gb: disks.reduce((total, { VolumeSize }) => total + (VolumeSize ?? 0), 0),
        }),
        relations: disks.map(({ SnapshotId }) => ({
          kind: 'uses' as const,
          resource_id: snapshotId(location, SnapshotId ?? ''),
        })),
      })
    }),
  nextToken: ({ NextToken }) => NextToken || undefined,
})
