/** Instances of Amazon EC2. */
import * as z from 'zod'
import { attributes } from '../../../../live-item.ts'
import { defineOperation } from '../../define-port.ts'
import { awsItem, dateSchema, tagListSchema } from '../item.ts'
import { ec2, imageId, nextToken, pageSize, service, text } from './request.ts'

export const instances = defineOperation({
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
                PlatformDetails: text.nullish(),
                Architecture: text.nullish(),
                InstanceLifecycle: text.nullish(),
                CapacityReservationId: text.nullish(),
                OutpostArn: text.nullish(),
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
            // "Linux/UNIX", or a system with a license in its price.
            platform_details: instance.PlatformDetails,
            architecture: instance.Architecture,
            lifecycle: instance.InstanceLifecycle,
            capacity_reservation: instance.CapacityReservationId,
            outpost: instance.OutpostArn,
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
