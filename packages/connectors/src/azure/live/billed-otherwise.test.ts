/** What tells a resource apart from one that is billed by the list price of its type. */
import { describe, expect, it } from 'vitest'
import { computePort } from './compute.ts'
import { networkPort } from './network.ts'

function attributesOf(port: typeof computePort, type: string, properties: object, sku?: { name: string }) {
  const query = port.queries.find((candidate) => candidate.type === type)
  if (!query) throw new Error(`${port.dataset} has no ${type}`)
  const resource = { id: `/subscriptions/s/${type}/x`, name: 'x', type, sku, properties: { ...properties } }
  return query.toItems(resource, { accountId: 's', accountName: 'shop', region: 'global' })[0]?.attributes
}

describe('the inventory of Azure', () => {
  it('reads the dedicated host and the reserved capacity of a machine', () => {
    const type = 'microsoft.compute/virtualmachines'
    const read = (properties: object) => attributesOf(computePort, type, properties)
    expect(read({ host: { id: '/hosts/h' } })).toMatchObject({ tenancy: 'host' })
    expect(read({ hostGroup: { id: '/hostGroups/g' } })).toMatchObject({ tenancy: 'host' })
    const capacityReservation = { capacityReservationGroup: { id: '/capacityReservationGroups/g' } }
    expect(read({ capacityReservation })).toMatchObject({ capacity_reservation: '/capacityReservationGroups/g' })
    expect(read({})).not.toHaveProperty('tenancy')
  })

  it('reads the tier of a disk', () => {
    const read = attributesOf(computePort, 'microsoft.compute/disks', { tier: 'P30' }, { name: 'Premium_LRS' })
    expect(read).toMatchObject({ volume_type: 'Premium_LRS', performance_tier: 'P30' })
  })

  it('reads the kind and the version of an address', () => {
    const properties = { publicIPAllocationMethod: 'Static', publicIPAddressVersion: 'IPv6' }
    const read = attributesOf(networkPort, 'microsoft.network/publicipaddresses', properties, { name: 'Standard' })
    expect(read).toMatchObject({ kind: 'standard', ip_version: 'ipv6', allocation: 'static' })
  })

  it('counts the rules of a load balancer, and says nothing where the answer has none', () => {
    const read = (properties: object) => attributesOf(networkPort, 'microsoft.network/loadbalancers', properties)
    expect(read({ loadBalancingRules: [{}], outboundRules: [{}] })).toMatchObject({ rules: '2' })
    expect(read({ loadBalancingRules: [] })).toMatchObject({ rules: '0' })
    expect(read({})).not.toHaveProperty('rules')
  })
})
