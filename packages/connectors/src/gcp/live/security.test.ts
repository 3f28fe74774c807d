/** What security checks read of Google Cloud, in the shapes of Cloud Asset Inventory. */
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from './cloud.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  serviceAccountKey,
} from './testing/small-google.ts'

interface SmallAsset {
  type: string
  path: string
  data: object
}

async function read(dataset: SyncDataset, ...assets: SmallAsset[]) {
  const google = createSmallGoogle({
    assets: (_project, requested) =>
      assets
        .filter(({ type }) => type === requested)
        .map(({ type, path, data }) => ({
          name: `//${type.split('/')[0]}/projects/shop-production/${path}`,
          assetType: type,
          resource: { location: 'europe-west1', data },
        })),
  })
  const cloud = openGcpCloud({ key: serviceAccountKey, projects: [] }, depsOf(answerGoogle(google), nowMs))
  const unit = { accountId: 'shop-production', accountName: 'Shop', region: 'global', dataset }
  return readAllItems(cloud, unit, nowMs)
}

async function attributesOf(dataset: SyncDataset, type: string, data: object) {
  const [item] = await read(dataset, { type, path: 'things/thing', data })
  return item?.attributes
}

describe('firewall rules', () => {
  const rule = (changes: object) =>
    attributesOf('firewalls', 'compute.googleapis.com/Firewall', {
      ...{ direction: 'INGRESS', disabled: false, sourceRanges: ['0.0.0.0/0'] },
      ...{ allowed: [{ IPProtocol: 'tcp', ports: ['22', '8000-8100'] }, { IPProtocol: 'icmp' }], ...changes },
    })

  it('open what they allow from everywhere', async () => {
    expect(await rule({})).toEqual({ open_ports: '22 8000-8100' })
    expect(await rule({ allowed: [{ IPProtocol: 'tcp' }] })).toEqual({ open_ports: 'all' })
    expect(await rule({ sourceRanges: ['10.0.0.0/8'] })).toEqual({ open_ports: 'none' })
    expect(await rule({ disabled: true })).toEqual({ open_ports: 'none' })
    expect(await rule({ direction: 'EGRESS' })).toEqual({ open_ports: 'none' })
    expect(await rule({ allowed: undefined, denied: [{ IPProtocol: 'all' }] })).toEqual({ open_ports: 'none' })
  })
})

describe('identity, keys and secrets', () => {
  it('lists keys of service accounts that a customer made', async () => {
    const key = (path: string, keyType: string) => ({
      type: 'iam.googleapis.com/ServiceAccountKey',
      path: `serviceAccounts/${path}@x.iam.gserviceaccount.com/keys/1`,
      data: { keyType, validAfterTime: '2024-01-01T00:00:00Z' },
    })
    const items = await read('identity', key('reader', 'USER_MANAGED'), key('google', 'SYSTEM_MANAGED'))
    expect(items).toMatchObject([
      { type: 'Service account key', name: 'reader@x.iam.gserviceaccount.com', created_at: '2024-01-01T00:00:00.000Z' },
    ])
  })

  it('reads when the newest version of a secret was added', async () => {
    const version = (number: number, createTime: string) => ({
      type: 'secretmanager.googleapis.com/SecretVersion',
      path: `secrets/card/versions/${number}`,
      data: { createTime },
    })
    const secret = (name: string) => ({
      type: 'secretmanager.googleapis.com/Secret',
      path: `secrets/${name}`,
      data: { createTime: '2023-01-01T00:00:00Z' },
    })
    const versions = [version(2, '2026-02-01T00:00:00Z'), version(1, '2023-01-01T00:00:00Z')]
    const items = await read('secrets', ...versions, secret('card'), secret('empty'))
    expect(items.map(({ attributes }) => attributes)).toEqual([{ last_rotated: '2026-02-01T00:00:00.000Z' }, {}])
  })

  it('reads which keys rotate, of those that can', async () => {
    const type = 'cloudkms.googleapis.com/CryptoKey'
    const purpose = 'ENCRYPT_DECRYPT'
    expect(await attributesOf('keys', type, { purpose, rotationPeriod: '7776000s' })).toEqual({ rotation: 'true' })
    expect(await attributesOf('keys', type, { purpose })).toEqual({ rotation: 'false' })
    expect(await attributesOf('keys', type, { purpose: 'ASYMMETRIC_SIGN' })).toBeUndefined()
  })
})

describe('other resources', () => {
  it.each<[SyncDataset, string, object, object]>([
    [
      'certificates',
      'compute.googleapis.com/SslCertificate',
      { expireTime: '2027-01-01T00:00:00Z' },
      { expires_at: '2027-01-01T00:00:00.000Z' },
    ],
    [
      'repositories',
      'artifactregistry.googleapis.com/Repository',
      { format: 'DOCKER', vulnerabilityScanningConfig: { enablementState: 'SCANNING_DISABLED' } },
      { scan_on_push: 'false' },
    ],
    [
      'caches',
      'redis.googleapis.com/Instance',
      { transitEncryptionMode: 'SERVER_AUTHENTICATION' },
      { transit_encrypted: 'true' },
    ],
    ['caches', 'redis.googleapis.com/Instance', { transitEncryptionMode: 'DISABLED' }, { transit_encrypted: 'false' }],
    [
      'storage',
      'storage.googleapis.com/Bucket',
      {
        versioning: { enabled: true },
        logging: { logBucket: 'logs' },
        iamConfiguration: { publicAccessPrevention: 'enforced' },
      },
      { versioning: 'true', access_logging: 'true', public: 'false', encrypted: 'true' },
    ],
    [
      'storage',
      'logging.googleapis.com/LogBucket',
      { retentionDays: 30, cmekSettings: { kmsKeyName: 'k' } },
      { retention_days: '30', encrypted: 'true' },
    ],
    [
      'databases',
      'sqladmin.googleapis.com/Instance',
      {
        settings: {
          availabilityType: 'REGIONAL',
          deletionProtectionEnabled: true,
          ipConfiguration: { ipv4Enabled: true },
          backupConfiguration: {
            enabled: true,
            backupRetentionSettings: { retainedBackups: 14, retentionUnit: 'COUNT' },
          },
        },
      },
      { multi_az: 'true', deletion_protection: 'true', public: 'true', backup_retention_days: '14' },
    ],
    [
      'databases',
      'sqladmin.googleapis.com/Instance',
      { settings: { availabilityType: 'ZONAL', backupConfiguration: { enabled: false } } },
      { multi_az: 'false', deletion_protection: 'false', backup_retention_days: '0' },
    ],
    [
      'clusters',
      'container.googleapis.com/Cluster',
      { privateClusterConfig: { enablePrivateEndpoint: true }, databaseEncryption: { state: 'ENCRYPTED' } },
      { public_endpoint: 'false', secrets_encrypted: 'true' },
    ],
    ['compute', 'compute.googleapis.com/Instance', {}, { instance_role: 'none' }],
    ['compute', 'compute.googleapis.com/Instance', { serviceAccounts: [{ email: 'a@b' }] }, { instance_role: 'a@b' }],
    [
      'network',
      'compute.googleapis.com/ForwardingRule',
      {
        loadBalancingScheme: 'EXTERNAL',
        target: 'https://www.googleapis.com/compute/v1/projects/p/global/targetHttpsProxies/web',
      },
      { scheme: 'internet-facing', tls_only: 'true' },
    ],
    [
      'network',
      'compute.googleapis.com/ForwardingRule',
      { loadBalancingScheme: 'INTERNAL_MANAGED' },
      { scheme: 'internal' },
    ],
  ])('%s: %s with %j', async (dataset, type, data, expected) => {
    expect(await attributesOf(dataset, type, data)).toMatchObject(expected)
  })

  it('leaves out what Google does not say', async () => {
    const bucket = await attributesOf('storage', 'storage.googleapis.com/Bucket', {})
    // No policy of its own opens it.
    const none = { lifecycle_rules: '0', versioning: 'false', access_logging: 'false', public: 'false' }
    expect(bucket).toEqual({ ...none, encrypted: 'true' })
    expect(await attributesOf('caches', 'redis.googleapis.com/Instance', {})).toEqual({})
  })
})
