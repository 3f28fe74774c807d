/** Addresses, load balancers with the number of their targets, VPN tunnels and Cloud NAT gateways. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { assetName, definePort, gcpItem, readData } from '../define-port.ts'
import { encryption } from './encryption.ts'
import { links, list, text } from './values.ts'

/** "https" of ".../global/targetHttpsProxies/shop"; undefined where packets are passed through. */
function proxyOf(target: string | undefined): string | undefined {
  return /\/target(Http|Https|Ssl|Tcp)Proxies\//.exec(target ?? '')?.[1]?.toLowerCase()
}

type ToItems = Parameters<typeof definePort>[0]['lists'][number]['toItems']

export const networkPort = definePort({
  dataset: 'network',
  unlocks: 'Unused addresses, load balancers without targets or requests, idle gateways and VPN tunnels',
  lists: [
    ...['compute.googleapis.com/Address', 'compute.googleapis.com/GlobalAddress'].map((type) => ({
      type,
      reason: 'Lists static addresses, to find those attached to nothing.',
      toItems: ((resource, location) => {
        const { status, address, addressType, users } = readData(resource, {
          status: text,
          address: text,
          addressType: text,
          users: links,
        })
        // Internal addresses are free.
        if (addressType === 'INTERNAL') return []
        return [
          gcpItem(resource, location, {
            type: 'Public IP address',
            service: 'Compute Engine',
            state: status === 'IN_USE' ? 'associated' : (status ?? '').toLowerCase(),
            // In front of a load balancer it is free.
            attributes: attributes({ address, used_by: /\/([a-zA-Z]+)\/[^/]+$/.exec(users?.[0] ?? '')?.[1] }),
            relations: (users ?? []).map((user) => ({ kind: 'attached_to' as const, resource_id: assetName(user) })),
          }),
        ]
      }) satisfies ToItems,
    })),
    {
      type: 'compute.googleapis.com/TargetPool',
      reason: 'Counts the targets behind load balancers.',
      toItems(resource, _location, session) {
        const { selfLink, instances } = readData(resource, { selfLink: text, instances: links })
        if (selfLink !== undefined) session.backends.set(assetName(selfLink), instances?.length ?? 0)
        return []
      },
    },
    ...['compute.googleapis.com/BackendService', 'compute.googleapis.com/RegionBackendService'].map((type) => ({
      type,
      reason: 'Counts the targets behind load balancers.',
      toItems: ((resource, _location, session) => {
        const { selfLink, backends } = readData(resource, { selfLink: text, backends: list })
        if (selfLink !== undefined) session.backends.set(assetName(selfLink), backends?.length ?? 0)
        return []
      }) satisfies ToItems,
    })),
    // Global ones have a type of their own.
    ...['compute.googleapis.com/ForwardingRule', 'compute.googleapis.com/GlobalForwardingRule'].map((type) => ({
      type,
      reason: 'Lists load balancers.',
      details: [encryption],
      toItems: ((resource, location, session, details = {}) => {
        const { target, backendService, loadBalancingScheme, IPProtocol } = readData(resource, {
          target: text,
          backendService: text,
          loadBalancingScheme: text,
          IPProtocol: text,
        })
        const behind = backendService ?? target
        return [
          gcpItem(resource, location, {
            type: 'Load balancer',
            service: 'Networking',
            state: 'active',
            attributes: attributes({
              ...details,
              kind: loadBalancingScheme?.toLowerCase(),
              scheme: loadBalancingScheme?.startsWith('INTERNAL') ? 'internal' : 'internet-facing',
              tls_only: details.tls_only,
              proxy: proxyOf(target),
              scope: resource.region === 'global' ? 'global' : 'regional',
              protocol: IPProtocol,
              // A proxy stands before several services: then the number is not known.
              backends: behind === undefined ? undefined : session.backends.get(assetName(behind)),
            }),
          }),
        ]
      }) satisfies ToItems,
    })),
    {
      type: 'compute.googleapis.com/VpnTunnel',
      reason: 'Lists VPN tunnels, to find those without traffic.',
      toItems(resource, location) {
        const { status } = readData(resource, { status: text })
        return [
          gcpItem(resource, location, {
            type: 'VPN tunnel',
            service: 'Compute Engine',
            state: (status ?? '').toLowerCase(),
          }),
        ]
      },
    },
    {
      type: 'compute.googleapis.com/Router',
      reason: 'Lists Cloud NAT gateways.',
      toItems(resource, location) {
        const { nats } = readData(resource, { nats: z.array(z.object({ name: text })) })
        return nats === undefined || nats.length === 0
          ? []
          : [
              gcpItem(resource, location, {
                type: 'NAT gateway',
                service: 'Networking',
                state: 'available',
                attributes: attributes({ gateways: nats.length }),
              }),
            ]
      },
    },
  ],
})
