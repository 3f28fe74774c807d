/** Security groups: what they open to everyone, and who is a member. */
import { describe, expect, it } from 'vitest'
import { attributesOf, readAnswers } from '../testing/answers.ts'

describe('firewalls', () => {
  it('reads open ports and members, a page of groups by one list of interfaces', async () => {
    const permission = (protocol: string, from: number, to: number, range: string) =>
      `<item><ipProtocol>${protocol}</ipProtocol><fromPort>${from}</fromPort><toPort>${to}</toPort><ipRanges><item><cidrIp>${range}</cidrIp></item></ipRanges></item>`
    const group = (id: string, name: string, permissions: string) =>
      `<item><groupId>${id}</groupId><groupName>${name}</groupName><ipPermissions>${permissions}</ipPermissions></item>`
    const groups = [
      group('sg-1', 'web', permission('tcp', 20, 25, '0.0.0.0/0') + permission('tcp', 443, 443, '0.0.0.0/0')),
      group('sg-2', 'inner', permission('tcp', 22, 22, '10.0.0.0/8') + permission('icmp', 8, -1, '0.0.0.0/0')),
      group('sg-3', 'default', permission('-1', -1, -1, '0.0.0.0/0')),
    ].join('')
    const { items, requests } = await readAnswers('firewalls', {
      DescribeSecurityGroups: {
        body: `<DescribeSecurityGroupsResponse><securityGroupInfo>${groups}</securityGroupInfo></DescribeSecurityGroupsResponse>`,
      },
      DescribeNetworkInterfaces: {
        body: '<DescribeNetworkInterfacesResponse><networkInterfaceSet><item><groupSet><item><groupId>sg-1</groupId></item></groupSet></item></networkInterfaceSet></DescribeNetworkInterfacesResponse>',
      },
    })
    expect(requests).toEqual(['DescribeSecurityGroups', 'DescribeNetworkInterfaces'])
    expect(attributesOf(items)).toEqual({
      web: { open_ports: '20-25 443', members: '1', is_default: 'false' },
      inner: { open_ports: 'none', members: '0', is_default: 'false' },
      default: { open_ports: 'all', members: '0', is_default: 'true' },
    })
  })
})
