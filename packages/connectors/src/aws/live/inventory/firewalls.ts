/** Security groups: what they open to everyone, and whether anything uses them. */
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { formatPorts, isEveryone, type OpenPorts } from '../../../live-open-ports.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { everyPage } from '../every-page.ts'
import type { AwsSession } from '../session.ts'
import { arn, awsItem, tagListSchema } from './item.ts'

const text = z.string()
const interfacesAction = 'ec2:DescribeNetworkInterfaces'
/** A filter of EC2 has at most 200 values. */
const pageSize = 200

const permissionSchema = z.object({
  IpProtocol: text.nullish(),
  FromPort: z.number().nullish(),
  ToPort: z.number().nullish(),
  IpRanges: z.array(z.object({ CidrIp: text.nullish() })).nullish(),
  Ipv6Ranges: z.array(z.object({ CidrIpv6: text.nullish() })).nullish(),
})

const securityGroups = defineOperation({
  action: 'ec2:DescribeSecurityGroups',
  reason: 'Lists security groups with the ports that they open to everyone.',
  also: [{ action: interfacesAction, reason: 'Counts what uses each security group.' }],
  schema: z.object({
    SecurityGroups: z
      .array(
        z.object({
          GroupId: text,
          GroupName: text.nullish(),
          VpcId: text.nullish(),
          IpPermissions: z.array(permissionSchema).nullish(),
          Tags: tagListSchema,
        }),
      )
      .nullish(),
    NextToken: text.nullish(),
    /** Added by `send`: network interfaces by the ID of their groups. */
    Members: z.record(text, z.number()).optional(),
  }),
  async send(session, location, token) {
    const { sdk, client } = await ec2(session, location)
    const answer = await session.call('ec2:DescribeSecurityGroups', location.region, () =>
      client.send(new sdk.DescribeSecurityGroupsCommand({ MaxResults: pageSize, NextToken: token })),
    )
    const ids = (answer.SecurityGroups ?? []).flatMap(({ GroupId }) => GroupId ?? [])
    return { ...answer, Members: ids.length > 0 ? await membersOf(session, location, ids) : {} }
  },
  toItems: ({ SecurityGroups, Members }, location) =>
    (SecurityGroups ?? []).map((group) =>
      awsItem(location, {
        resource_id: arn(location, 'ec2', `security-group/${group.GroupId}`),
        type: 'Security group',
        service: 'Amazon Virtual Private Cloud',
        name: group.GroupName || group.GroupId,
        state: 'active',
        tags: group.Tags,
        attributes: attributes({
          open_ports: formatPorts((group.IpPermissions ?? []).flatMap(openPortsOf)),
          members: Members?.[group.GroupId] ?? 0,
          vpc: group.VpcId,
          // Each network has one, and it cannot be deleted.
          is_default: group.GroupName === 'default',
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

function openPortsOf({
  IpProtocol,
  FromPort,
  ToPort,
  IpRanges,
  Ipv6Ranges,
}: z.output<typeof permissionSchema>): OpenPorts[] {
  const sources = [
    ...(IpRanges ?? []).map(({ CidrIp }) => CidrIp ?? ''),
    ...(Ipv6Ranges ?? []).map(({ CidrIpv6 }) => CidrIpv6 ?? ''),
  ]
  if (!sources.some(isEveryone)) return []
  if (IpProtocol === '-1') return ['all']
  // Of ICMP, these are a type and a code.
  if (!/^(?:tcp|udp|6|17)$/.test(IpProtocol ?? '')) return []
  return typeof FromPort === 'number' && typeof ToPort === 'number' ? [[FromPort, ToPort]] : ['all']
}

/** All interfaces of the listed groups at once, instead of a request for each group. */
async function membersOf(
  session: AwsSession,
  location: SyncLocation,
  ids: readonly string[],
): Promise<Record<string, number>> {
  const { sdk, client } = await ec2(session, location)
  const members: Record<string, number> = {}
  const pages = everyPage({ action: interfacesAction, subject: location.region }, (NextToken) => {
    const page = { Filters: [{ Name: 'group-id', Values: [...ids] }], MaxResults: 1000, NextToken }
    return session.call(interfacesAction, location.region, () =>
      client.send(new sdk.DescribeNetworkInterfacesCommand(page)),
    )
  })
  for await (const { NetworkInterfaces } of pages)
    for (const { GroupId = '' } of (NetworkInterfaces ?? []).flatMap(({ Groups }) => Groups ?? []))
      members[GroupId] = (members[GroupId] ?? 0) + 1
  return members
}

async function ec2(session: AwsSession, { region }: SyncLocation) {
  const sdk = await session.load(() => import('@aws-sdk/client-ec2'))
  return { sdk, client: session.client('ec2', region, (config) => new sdk.EC2Client(config)) }
}

export const firewallsPort = definePort({
  dataset: 'firewalls',
  unlocks: 'Security groups that are open to everyone or unused',
  operations: [securityGroups],
})
