/** What security checks read besides: firewall rules, keys, secrets, certificates and image repositories. */
import * as z from 'zod'
import { attributes, dateOf } from '../../live-item.ts'
import { formatPorts, isEveryone, type OpenPorts, parsePorts } from '../../live-open-ports.ts'
import { definePort, gcpItem, readData } from './define-port.ts'
import { lastUse } from './key-use.ts'

const text = z.string()
const allowed = z.array(z.object({ IPProtocol: text.nullish(), ports: z.array(text).nullish() }))

/** Ports of TCP, UDP and of every protocol; a protocol without ports is all of its ports. */
function portsOf(rules: z.output<typeof allowed>): OpenPorts[] {
  return rules
    .filter(({ IPProtocol }) => /^(?:tcp|udp|all|6|17)$/i.test(IPProtocol ?? ''))
    .flatMap(({ ports }) => parsePorts(ports && ports.length > 0 ? ports : ['*']))
}

const firewallsPort = definePort({
  dataset: 'firewalls',
  unlocks: 'Firewall rules that are open to everyone',
  lists: [
    {
      type: 'compute.googleapis.com/Firewall',
      reason: 'Lists firewall rules with the ports that they open to everyone.',
      toItems(resource, location) {
        const rule = readData(resource, {
          direction: text,
          disabled: z.boolean(),
          sourceRanges: z.array(text),
          allowed,
        })
        const isOpen = rule.direction !== 'EGRESS' && rule.disabled !== true && rule.sourceRanges?.some(isEveryone)
        return [
          gcpItem(resource, location, {
            type: 'Firewall rule',
            service: 'Compute Engine',
            state: rule.disabled ? 'disabled' : 'active',
            attributes: attributes({ open_ports: formatPorts(isOpen ? portsOf(rule.allowed ?? []) : []) }),
          }),
        ]
      },
    },
  ],
})

const identityPort = definePort({
  dataset: 'identity',
  unlocks: 'Old and unused keys of service accounts',
  lists: [
    {
      type: 'iam.googleapis.com/ServiceAccountKey',
      reason: 'Lists keys of service accounts with their age. The keys themselves cannot be read with it.',
      details: [lastUse],
      toItems(resource, location, _session, details = {}) {
        const { keyType, validAfterTime, disabled } = readData(resource, {
          keyType: text,
          validAfterTime: text,
          disabled: z.boolean(),
        })
        // Google rotates its own keys.
        if (keyType === 'SYSTEM_MANAGED' || disabled === true) return []
        return [
          gcpItem(resource, location, {
            type: 'Service account key',
            service: 'IAM',
            // "projects/p/serviceAccounts/reader@p.iam.gserviceaccount.com/keys/1"
            name: /serviceAccounts\/([^/]+)\//.exec(resource.id)?.[1] ?? resource.name,
            state: 'active',
            created_at: dateOf(validAfterTime),
            attributes: attributes({ ...details, last_used: details.last_used }),
          }),
        ]
      },
    },
  ],
})

const keysPort = definePort({
  dataset: 'keys',
  unlocks: 'Encryption keys that do not rotate',
  lists: [
    {
      type: 'cloudkms.googleapis.com/CryptoKey',
      reason: 'Lists encryption keys, and whether they rotate by themselves.',
      toItems(resource, location) {
        const { purpose, rotationPeriod, nextRotationTime } = readData(resource, {
          purpose: text,
          rotationPeriod: text,
          nextRotationTime: text,
        })
        // Others cannot rotate by themselves.
        if (purpose !== undefined && purpose !== 'ENCRYPT_DECRYPT') return []
        return [
          gcpItem(resource, location, {
            type: 'Encryption key',
            service: 'Cloud KMS',
            state: 'active',
            attributes: attributes({ rotation: Boolean(rotationPeriod ?? nextRotationTime) }),
          }),
        ]
      },
    },
  ],
})

const secretsPort = definePort({
  dataset: 'secrets',
  unlocks: 'Secrets that no one changes',
  lists: [
    {
      type: 'secretmanager.googleapis.com/SecretVersion',
      reason: 'Reads when each secret was changed. Values cannot be read with it.',
      toItems(resource, _location, { secretVersions }) {
        const secret = resource.id.replace(/\/versions\/[^/]+$/, '')
        if (resource.createdAt !== undefined && resource.createdAt > (secretVersions.get(secret) ?? ''))
          secretVersions.set(secret, resource.createdAt)
        return []
      },
    },
    {
      type: 'secretmanager.googleapis.com/Secret',
      reason: 'Lists secrets.',
      toItems: (resource, location, { secretVersions }) => [
        gcpItem(resource, location, {
          type: 'Secret',
          service: 'Secret Manager',
          state: 'active',
          attributes: attributes({ last_rotated: secretVersions.get(resource.id) }),
        }),
      ],
    },
  ],
})

const certificatesPort = definePort({
  dataset: 'certificates',
  unlocks: 'Certificates that end soon',
  lists: ['compute.googleapis.com/SslCertificate', 'certificatemanager.googleapis.com/Certificate'].map((type) => ({
    type,
    reason: 'Lists certificates with their end.',
    toItems: ((resource, location) => {
      const { expireTime } = readData(resource, { expireTime: text })
      return [
        gcpItem(resource, location, {
          type: 'Certificate',
          service: type.startsWith('compute') ? 'Networking' : 'Certificate Manager',
          state: 'active',
          attributes: attributes({ expires_at: dateOf(expireTime) }),
        }),
      ]
    }) satisfies Parameters<typeof definePort>[0]['lists'][number]['toItems'],
  })),
})

const repositoriesPort = definePort({
  dataset: 'repositories',
  unlocks: 'Image repositories that are not scanned',
  lists: [
    {
      type: 'artifactregistry.googleapis.com/Repository',
      reason: 'Lists image repositories, and whether they are scanned.',
      toItems(resource, location) {
        const { format, vulnerabilityScanningConfig } = readData(resource, {
          format: text,
          vulnerabilityScanningConfig: z.object({ enablementState: text.nullish() }),
        })
        if (format !== 'DOCKER') return []
        const state = vulnerabilityScanningConfig?.enablementState
        return [
          gcpItem(resource, location, {
            type: 'Image repository',
            service: 'Artifact Registry',
            state: 'active',
            attributes: attributes({ scan_on_push: state ? state === 'SCANNING_ACTIVE' : undefined }),
          }),
        ]
      },
    },
  ],
})

export const securityPorts = [
  firewallsPort,
  identityPort,
  keysPort,
  secretsPort,
  certificatesPort,
  repositoriesPort,
] as const
