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

const frontends = z.array(z.object({ properties: z.object({ publicIPAddress: reference.nullish() }).nullish() }))

/** "internal" without a public address; undefined when the answer does not say. */
function schemeOf(configurations: z.output<typeof frontends> | undefined): string | undefined {
  if (configurations === undefined) return undefined
  return configurations.some(({ properties }) => properties?.publicIPAddress) ? 'internet-facing' : 'internal'
}

const listeners = z.array(
  z.object({ id: z.string(), properties: z.object({ protocol: z.string().nullish() }).nullish() }),
)
const routes = z.array(
  z.object({
    properties: z.object({ httpListener: reference.nullish(), redirectConfiguration: reference.nullish() }).nullish(),
  }),
)

/** A listener without encryption may only redirect. */
function isTlsOnly(
  httpListeners: z.output<typeof listeners> | undefined,
  rules: z.output<typeof routes> = [],
): boolean | undefined {
  const redirected = new Set(
    rules.flatMap(({ properties }) =>
      properties?.redirectConfiguration && properties.httpListener ? [properties.httpListener.id.toLowerCase()] : [],
    ),
  )
  return httpListeners?.every(
    ({ id, properties }) => /^https$/i.test(properties?.protocol ?? '') || redirected.has(id.toLowerCase()),
  )
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
        const { ipConfiguration, natGateway, ipAddress, ...kind } = readProperties(resource, {
          ipConfiguration: reference,
          natGateway: reference,
          ipAddress: z.string(),
          publicIPAllocationMethod: z.string(),
          publicIPAddressVersion: z.string(),
        })
        const user = ipConfiguration ? ownerOf(ipConfiguration.id) : natGateway?.id
        return [
          azureItem(resource, location, {
            type: 'Public IP address',
            service: 'Virtual Network',
            state: user === undefined ? 'unassociated' : 'associated',
            attributes: attributes({
              address: ipAddress,
              kind: resource.sku?.name?.toLowerCase(),
              ip_version: kind.publicIPAddressVersion?.toLowerCase(),
              allocation: kind.publicIPAllocationMethod?.toLowerCase(),
            }),
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
        const { backendAddressPools, inboundNatRules, frontendIPConfigurations, ...rules } = readProperties(resource, {
          backendAddressPools: pools,
          frontendIPConfigurations: frontends,
          inboundNatRules: list,
          loadBalancingRules: list,
          outboundRules: list,
        })
        const backends = backendsOf(backendAddressPools)
        const { loadBalancingRules, outboundRules } = rules
        return [
          azureItem(resource, location, {
            type: 'Load balancer',
            service: 'Load Balancer',
            state: 'active',
            attributes: attributes({
              kind: resource.sku?.name?.toLowerCase(),
              scheme: schemeOf(frontendIPConfigurations),
              // Those that are billed.
              rules: loadBalancingRules && loadBalancingRules.length + (outboundRules?.length ?? 0),
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
        const { backendAddressPools, sku, operationalState, ...front } = readProperties(resource, {
          backendAddressPools: pools,
          sku: z.object({ name: z.string().nullish() }),
          operationalState: z.string(),
          frontendIPConfigurations: frontends,
          httpListeners: listeners,
          requestRoutingRules: routes,
        })
        return [
          azureItem(resource, location, {
            type: 'Load balancer',
            service: 'Application Gateway',
            size: sku?.name ?? '',
            state: (operationalState ?? 'running').toLowerCase(),
            attributes: attributes({
              kind: 'application gateway',
              backends: backendsOf(backendAddressPools),
              scheme: schemeOf(front.frontendIPConfigurations),
              tls_only: isTlsOnly(front.httpListeners, front.requestRoutingRules),
            }),
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

/** A unit of its own: a role from before this list existed still reads the rest of the network. */
export const gatewaysPort = definePort({
  dataset: 'gateways',
  unlocks: 'VPN and ExpressRoute gateways without traffic',
  queries: [
    {
      type: 'microsoft.network/virtualnetworkgateways',
      action: 'Microsoft.Network/virtualNetworkGateways/read',
      reason: 'Lists VPN and ExpressRoute gateways, to find those without traffic.',
      toItems(resource, location) {
        const { gatewayType, sku, provisioningState } = readProperties(resource, {
          gatewayType: z.string(),
          sku: z.object({ name: z.string().nullish() }),
          provisioningState: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'VPN gateway',
            service: gatewayType === 'ExpressRoute' ? 'ExpressRoute' : 'VPN Gateway',
            size: sku?.name ?? '',
            state: (provisioningState ?? '').toLowerCase(),
            attributes: attributes({ kind: gatewayType?.toLowerCase() }),
          }),
        ]
      },
    },
  ],
})
