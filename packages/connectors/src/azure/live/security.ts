/** What security checks read besides: network security groups, certificates of apps, and caches. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { formatPorts, isEveryone, type OpenPorts, parsePorts } from '../../live-open-ports.ts'
import { definePort } from './define-port.ts'
import { azureItem, readProperties } from './resource.ts'

const text = z.string().nullish()
const texts = z.array(z.string()).nullish()
const list = z.array(z.unknown())

const rules = z.array(
  z.object({
    properties: z.object({
      direction: z.string(),
      access: z.string(),
      priority: z.number(),
      protocol: text,
      sourceAddressPrefix: text,
      sourceAddressPrefixes: texts,
      destinationPortRange: text,
      destinationPortRanges: texts,
    }),
  }),
)

/** What inbound rules allow from everywhere, up to the first rule that denies everything from there. */
function openPorts(securityRules: z.output<typeof rules>): OpenPorts[] {
  const open: OpenPorts[] = []
  const inbound = securityRules
    .map(({ properties }) => properties)
    .filter(({ direction }) => /^inbound$/i.test(direction))
    .sort((a, b) => a.priority - b.priority)
  for (const rule of inbound) {
    const sources = [rule.sourceAddressPrefix ?? '', ...(rule.sourceAddressPrefixes ?? [])]
    if (!sources.some(isEveryone) || /^(?:icmp|esp|ah)$/i.test(rule.protocol ?? '')) continue
    const ranges = [rule.destinationPortRange ?? '', ...(rule.destinationPortRanges ?? [])]
    if (/^allow$/i.test(rule.access)) open.push(...parsePorts(ranges))
    else if (rule.protocol === '*' && ranges.includes('*')) break
  }
  return open
}

export const firewallsPort = definePort({
  dataset: 'firewalls',
  unlocks: 'Network security groups that are open to everyone or unused',
  queries: [
    {
      type: 'microsoft.network/networksecuritygroups',
      action: 'Microsoft.Network/networkSecurityGroups/read',
      reason: 'Lists network security groups with the ports that they open to everyone.',
      toItems(resource, location) {
        const { securityRules, networkInterfaces, subnets } = readProperties(resource, {
          securityRules: rules,
          networkInterfaces: list,
          subnets: list,
        })
        return [
          azureItem(resource, location, {
            type: 'Network security group',
            service: 'Virtual Network',
            state: 'active',
            attributes: attributes({
              open_ports: securityRules === undefined ? undefined : formatPorts(openPorts(securityRules)),
              // Azure leaves out what uses none.
              members: (networkInterfaces?.length ?? 0) + (subnets?.length ?? 0),
            }),
          }),
        ]
      },
    },
  ],
})

export const certificatesPort = definePort({
  dataset: 'certificates',
  unlocks: 'Certificates of apps that end soon',
  queries: [
    {
      type: 'microsoft.web/certificates',
      action: 'Microsoft.Web/certificates/read',
      reason: 'Lists certificates of apps with their end.',
      toItems(resource, location) {
        const { expirationDate, issueDate } = readProperties(resource, {
          expirationDate: z.string(),
          issueDate: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Certificate',
            service: 'Azure App Service',
            state: 'active',
            created_at: dateOf(issueDate),
            attributes: attributes({ expires_at: dateOf(expirationDate) }),
          }),
        ]
      },
    },
  ],
})

export const cachesPort = definePort({
  dataset: 'caches',
  unlocks: 'Unused caches, and those that accept unencrypted connections',
  queries: [
    {
      type: 'microsoft.cache/redis',
      action: 'Microsoft.Cache/redis/read',
      reason: 'Lists caches, and whether they accept unencrypted connections.',
      toItems(resource, location) {
        const { enableNonSslPort, sku, redisVersion, provisioningState } = readProperties(resource, {
          enableNonSslPort: z.boolean(),
          sku: z.object({ name: text, family: text, capacity: z.number().nullish() }),
          redisVersion: z.string(),
          provisioningState: z.string(),
        })
        return [
          azureItem(resource, location, {
            type: 'Cache',
            service: 'Azure Cache for Redis',
            size: sku?.name ? `${sku.name} ${sku.family ?? ''}${sku.capacity ?? ''}` : '',
            state: (provisioningState ?? '').toLowerCase(),
            attributes: attributes({
              engine_version: redisVersion,
              transit_encrypted: enableNonSslPort === undefined ? undefined : !enableNonSslPort,
            }),
          }),
        ]
      },
    },
  ],
})
