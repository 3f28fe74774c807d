/** Instances, volumes, snapshots, addresses and NAT gateways. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { defineOperation, definePort } from '../define-port.ts'
import type { AwsSession } from '../session.ts'
import { arn, attributes, awsItem, dateSchema, tagListSchema } from './item.ts'

const service = 'Amazon Elastic Compute Cloud'
/** Of some 6 KB each: a page stays far below the limit of an answer. */
const pageSize = 300
const text = z.string()
const nextToken = z.string().nullish()

async function ec2(session: AwsSession, { region }: SyncLocation) {
  const sdk = await session.load(() => import('@aws-sdk/client-ec2'))
  return { sdk, client: session.client('ec2', region, (config) => new sdk.EC2Client(config)) }
}

const instances = defineOperation({
  action: 'ec2:DescribeInstances',
  reason: 'Lists instances, to find idle and oversized ones.',
  schema: z.object({
    Reservations: z
      .array(
        z.object({
          Instances: z
            .array(
              z.object({
                InstanceId: text,
                InstanceType: text.nullish(),
                ImageId: text.nullish(),
                LaunchTime: dateSchema,
                State: z.object({ Name: text.nullish() }).nullish(),
                StateTransitionReason: text.nullish(),
                Platform: text.nullish(),
                Architecture: text.nullish(),
                InstanceLifecycle: text.nullish(),
                PublicIpAddress: text.nullish(),
                MetadataOptions: z.object({ HttpTokens: text.nullish() }).nullish(),
                IamInstanceProfile: z.object({ Arn: text.nullish() }).nullish(),
                Placement: z.object({ AvailabilityZone: text.nullish(), Tenancy: text.nullish() }).nullish(),
                Tags: tagListSchema,
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeInstances', location.region, () =>
      client.send(new sdk.DescribeInstancesCommand({ MaxResults: pageSize, NextToken: token })),
    )
  },
  toItems: ({ Reservations }, location) =>
    (Reservations ?? [])
      .flatMap(({ Instances }) => Instances ?? [])
      // A terminated instance is listed for an hour, and is gone.
      .filter(({ State }) => State?.Name !== 'terminated')
      .map((instance) =>
        awsItem(location, {
          resource_id: instance.InstanceId,
          type: 'Instance',
          service,
          size: instance.InstanceType ?? '',
          state: instance.State?.Name ?? '',
          state_since: stoppedAt(instance.StateTransitionReason ?? ''),
          created_at: instance.LaunchTime,
          tags: instance.Tags,
          attributes: attributes({
            availability_zone: instance.Placement?.AvailabilityZone,
            tenancy: instance.Placement?.Tenancy,
            platform: instance.Platform,
            architecture: instance.Architecture,
            lifecycle: instance.InstanceLifecycle,
            // What a described instance leaves out, it does not have.
            public_address: instance.PublicIpAddress ?? 'none',
            metadata_tokens: instance.MetadataOptions?.HttpTokens,
            instance_role: instance.IamInstanceProfile?.Arn ?? 'none',
          }),
          relations: instance.ImageId ? [{ kind: 'uses', resource_id: imageId(location, instance.ImageId) }] : [],
        }),
      ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

/** "User initiated (2026-10-01 08:00:00 GMT)": when it was stopped. */
function stoppedAt(reason: string): string | undefined {
  const match = /\((\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) (?:GMT|UTC)\)/.exec(reason)
  return match ? `${match[1]}T${match[2]}Z` : undefined
}

const volumes = defineOperation({
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

const snapshots = defineOperation({
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
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeSnapshots', location.region, () =>
      client.send(new sdk.DescribeSnapshotsCommand({ OwnerIds: ['self'], MaxResults: pageSize, NextToken: token })),
    )
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
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

function snapshotId(location: SyncLocation, id: string): string {
  return arn(location, 'ec2', `snapshot/${id}`)
}

function imageId(location: SyncLocation, id: string): string {
  return arn(location, 'ec2', `image/${id}`)
}

const addresses = defineOperation({
  action: 'ec2:DescribeAddresses',
  reason: 'Lists Elastic IP addresses, to find those attached to nothing.',
  schema: z.object({
    Addresses: z
      .array(
        z.object({
          AllocationId: text.nullish(),
          PublicIp: text.nullish(),
          AssociationId: text.nullish(),
          InstanceId: text.nullish(),
          NetworkInterfaceId: text.nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
  }),
  async send(session, location) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeAddresses', location.region, () =>
      client.send(new sdk.DescribeAddressesCommand({})),
    )
  },
  toItems: ({ Addresses }, location) =>
    (Addresses ?? []).flatMap((address) => {
      const id = address.AllocationId ?? address.PublicIp
      if (!id) return []
      const user = address.InstanceId || address.NetworkInterfaceId
      return [
        awsItem(location, {
          resource_id: arn(location, 'ec2', `elastic-ip/${id}`),
          type: 'Elastic IP address',
          service,
          name: address.Tags.Name ?? address.PublicIp ?? id,
          state: address.AssociationId || user ? 'associated' : 'unassociated',
          tags: address.Tags,
          attributes: attributes({ address: address.PublicIp }),
          relations: user ? [{ kind: 'attached_to', resource_id: user }] : [],
        }),
      ]
    }),
  nextToken: () => undefined,
})

const natGateways = defineOperation({
  action: 'ec2:DescribeNatGateways',
  reason: 'Lists NAT gateways, to find idle ones.',
  schema: z.object({
    NatGateways: z
      .array(
        z.object({
          NatGatewayId: text,
          State: text.nullish(),
          CreateTime: dateSchema,
          VpcId: text.nullish(),
          SubnetId: text.nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: nextToken,
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeNatGateways', location.region, () =>
      client.send(new sdk.DescribeNatGatewaysCommand({ MaxResults: pageSize, NextToken: token })),
    )
  },
  toItems: ({ NatGateways }, location) =>
    (NatGateways ?? [])
      .filter(({ State }) => State !== 'deleted')
      .map((gateway) =>
        awsItem(location, {
          resource_id: arn(location, 'ec2', `natgateway/${gateway.NatGatewayId}`),
          type: 'NAT gateway',
          service,
          name: gateway.Tags.Name ?? gateway.NatGatewayId,
          state: gateway.State ?? '',
          created_at: gateway.CreateTime,
          tags: gateway.Tags,
          attributes: attributes({ vpc: gateway.VpcId, subnet: gateway.SubnetId }),
        }),
      ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

const images = defineOperation({
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

export const ec2Port = definePort({
  dataset: 'ec2',
  unlocks: 'Idle instances, unattached volumes, old snapshots and images, unused addresses and NAT gateways',
  operations: [instances, volumes, snapshots, addresses, natGateways, images],
})
