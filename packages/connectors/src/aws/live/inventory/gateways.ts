/** VPN connections. They have a unit of their own: a role from before this list existed still reads all of EC2. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { ec2, service, text } from './ec2/request.ts'
import { arn, awsItem, tagListSchema } from './item.ts'

const vpnConnections = defineOperation({
  action: 'ec2:DescribeVpnConnections',
  reason: 'Lists VPN connections, to find those without traffic.',
  schema: z.object({
    VpnConnections: z
      .array(
        z.object({
          VpnConnectionId: text,
          State: text.nullish(),
          Type: text.nullish(),
          VpnGatewayId: text.nullish(),
          TransitGatewayId: text.nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
  }),
  // AWS answers it in one page.
  async send(session, location) {
    const { sdk, client } = await ec2(session, location)
    return session.call('ec2:DescribeVpnConnections', location.region, () =>
      client.send(new sdk.DescribeVpnConnectionsCommand({})),
    )
  },
  toItems: ({ VpnConnections }, location) =>
    (VpnConnections ?? [])
      // A deleted connection is listed for an hour.
      .filter(({ State }) => State !== 'deleted')
      .map((connection) =>
        awsItem(location, {
          resource_id: arn(location, 'ec2', `vpn-connection/${connection.VpnConnectionId}`),
          type: 'VPN connection',
          service,
          name: connection.Tags.Name ?? connection.VpnConnectionId,
          state: connection.State ?? '',
          tags: connection.Tags,
          attributes: attributes({
            kind: connection.Type,
            gateway: connection.VpnGatewayId || connection.TransitGatewayId,
          }),
        }),
      ),
  nextToken: () => undefined,
})

export const gatewaysPort = definePort({
  dataset: 'gateways',
  unlocks: 'VPN connections without traffic',
  operations: [vpnConnections],
})
