/** Public addresses, load balancers, application gateways and NAT gateways. */
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { azureItem, ownerOf, readProperties } from './resource.ts'

const reference = z.object({ id: z.string() })
const list = z.array(z.unknown())

const pools = z.array(
  z.object({
    properties: z
      .object({
        backendIPConfigurations: list.nullish(),
        loadBalancerBackendAddresses: list.nullish(),
        backendAddresses: list.nullish(),
      })
      .nullish(),
  }),
)

/** How many machines or addresses stand behind; undefined when the answer does not say. */
function backendsOf(backendAddressPools: z.output<typeof pools> | undefined): number | undefined {
  return backendAddressPools?.reduce((total, { properties }) => {
    const { backendIPConfigurations, loadBalancerBackendAddresses, backendAddresses } = properties ?? {}
    // The same machines, listed in two ways.
    const machines = Math.max(backendIPConfigurations?.length ?? 0, loadBalancerBackendAddresses?.length ?? 0)
    return total + machines + (backendAddresses?.length ?? 0)
  }, 0)
}

export const networkPort = definePort({
  dataset: 'network',
  unlocks: 'Unused public addresses, load balancers without targets, idle gateways',
  queries: [
    {
      type: 'microsoft.network/publicipaddresses',
      action: 'Microsoft.Network/publicIPAddresses/read',
      reason: 'Lists public addresses, to find those attached to nothing.',
      toItems(resource, location) {
        const { ipConfiguration, natGateway, ipAddress, publicIPAllocationMethod } = readProperties(resource, {
          ipConfiguration: reference,
          natGateway: reference,
          ipAddress: z.string(),
          publicIPAllocationMethod: z.string(),
        })
        const user = ipConfiguration ? ownerOf(ipConfiguration.id) : natGateway?.id
        return [
          azureItem(resource, location, {
            type: 'Public IP address',
            service: 'Virtual Network',
            state: user === undefined ? 'unassociated' : 'associated',
            attributes: attributes({ address: ipAddress, allocation: publicIPAllocationMethod?.toLowerCase() }),
            relations: user === undefined ? [] : [{ kind: 'attached_to', resource_id: user }],
          }),
        ]
      },
    },
    {
      type: 'microsoft.network/loadbalancers',
      action: 'Microsoft.Network/loadBalancers/read',
      reason: 'Lists load balancers with their targets.',
      toItems(resource, location) {
        const { backendAddressPools, inboundNatRules } = readProperties(resource, {
          backendAddressPools: pools,
          inboundNatRules: list,
        })
        const backends = backendsOf(backendAddressPools)
        return [
          azureItem(resource, location, {
            type: 'Load balancer',
            service: 'Load Balancer',
            state: 'active',
            attributes: attributes({
              kind: resource.sku?.name?.toLowerCase(),
              // A rule that forwards to one machine is a target as well.
              backends: backends === undefined ? undefined : backends + (inboundNatRules?.length ?? 0),
            }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.network/applicationgateways',
      action: 'Microsoft.Network/applicationGateways/read',
      reason: 'Lists application gateways with their targets.',
      toItems(resource, location) {
        const { backendAddressPools, sku, operationalState } = readProperties(resource, {
          backendAddressPools: pools,
          sku: z.object({ name: z.string().nullish() }),
          operationalState: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Load balancer',
            service: 'Application Gateway',
            size: sku?.name ?? '',
            state: (operationalState ?? 'running').toLowerCase(),
            attributes: attributes({ kind: 'application gateway', backends: backendsOf(backendAddressPools) }),
          }),
        ]
      },
    },
    {
      type: 'microsoft.network/natgateways',
      action: 'Microsoft.Network/natGateways/read',
      reason: 'Lists NAT gateways, to find idle ones.',
      toItems(resource, location) {
        const { subnets } = readProperties(resource, { subnets: list })
        return [
          azureItem(resource, location, {
            type: 'NAT gateway',
            service: 'NAT Gateway',
            state: 'available',
            attributes: attributes({ subnets: subnets?.length ?? 0 }),
          }),
        ]
      },
    },
  ],
})
