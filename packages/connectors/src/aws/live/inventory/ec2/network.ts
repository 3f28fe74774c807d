/** Elastic IP addresses and NAT gateways. */
import * as z from 'zod'
import { attributes } from '../../../../live-item.ts'
import { defineOperation } from '../../define-port.ts'
import { arn, awsItem, dateSchema, tagListSchema } from '../item.ts'
import { ec2, nextToken, pageSize, service, text } from './request.ts'

export const addresses = defineOperation({
  action: 'ec2:DescribeAddresses',
  reason: 'Lists Elastic IP addresses, to find those attached to nothing.',
  schema: z.object({
    Addresses: z
      .array(
        z.object({
          AllocationId: text.nullish(),
          PublicIp: text.nullish(),
          PublicIpv4Pool: text.nullish(),
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
          // "amazon", or the range that the customer brought.
          attributes: attributes({ address: address.PublicIp, pool: address.PublicIpv4Pool }),
          relations: user ? [{ kind: 'attached_to', resource_id: user }] : [],
        }),
      ]
    }),
  nextToken: () => undefined,
})

export const natGateways = defineOperation({
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
