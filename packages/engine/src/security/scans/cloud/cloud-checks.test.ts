import type { InventoryRow } from '@kept/domain/facts.ts'
import { deniedAttribute } from '@kept/domain/sync/denied-attribute.ts'
import { describe, expect, it } from 'vitest'
import { evaluateInventoryCheck } from '../inventory-check.ts'
import type { InventoryCoverage } from '../inventory-coverage.ts'
import { cloudChecks } from './all.ts'

const today = '2026-03-01'
const account = '111111111111'

function row(fields: Partial<InventoryRow>): InventoryRow {
  return {
    ...{ provider: 'aws', resource_id: 'r-1', name: 'shop', type: '', size: '', state: '', state_since: '' },
    ...{ state_seen_since: '', created_on: '', owner: '', tags: {}, attributes: {}, relations: [], related: [] },
    ...{ sub_account_id: account, region: 'us-east-1' },
    ...fields,
  }
}

const attribute = (name: string, value: string) => ({ attributes: { [name]: value } })
const flag = (name: string, passing = 'true') =>
  [attribute(name, passing), attribute(name, passing === 'true' ? 'false' : 'true'), {}] as const
const production = { tags: { env: 'production' } }

/** Of each check: the type, and resources that pass, that fail, and that do not say it. */
const worlds: Record<string, readonly [type: string, ...resources: readonly Partial<InventoryRow>[]]> = {
  'database-not-public': ['Database', ...flag('public', 'false')],
  'database-encrypted': ['Database', ...flag('encrypted')],
  'database-backed-up': [
    'DB instance',
    attribute('backup_retention_days', '7'),
    attribute('backup_retention_days', '1'),
    attribute('backup_retention_days', 'a week'),
  ],
  'database-deletion-protected': ['SQL database', ...flag('deletion_protection')],
  'database-minor-upgrades': ['Cloud SQL instance', ...flag('auto_minor_version_upgrade')],
  'production-database-zones': [
    'Database',
    { ...attribute('multi_az', 'true'), ...production },
    { ...attribute('multi_az', 'false'), ...production },
    production,
  ],
  'cache-encrypted': ['Cache node', ...flag('transit_encrypted')],
  'warehouse-encrypted': ['Data warehouse', ...flag('encrypted')],
  'warehouse-not-public': ['Data warehouse', ...flag('public', 'false')],
  'volume-encrypted': ['EBS volume', ...flag('encrypted')],
  'volume-not-long-unattached': [
    'Disk',
    { state: 'in-use' },
    { state: 'available', state_since: '2026-01-01' },
    { state: 'available' },
  ],
  'snapshot-encrypted': ['EBS snapshot', ...flag('encrypted')],
  'snapshot-not-public': ['Snapshot', ...flag('public', 'false')],
  'snapshot-recent': ['Snapshot', { created_on: '2026-02-01' }, { created_on: '2024-02-01' }, {}],
  'bucket-not-public': ['Bucket', ...flag('public', 'false')],
  'bucket-encrypted': ['Storage account', ...flag('encrypted')],
  'bucket-versioned': ['Bucket', ...flag('versioning')],
  'bucket-lifecycle': ['Bucket', attribute('lifecycle_rules', '2'), attribute('lifecycle_rules', '0'), {}],
  'bucket-access-logged': ['Bucket', ...flag('access_logging')],
  'table-encrypted': ['Table', ...flag('encrypted')],
  'table-deletion-protected': ['Table', ...flag('deletion_protection')],
  'queue-encrypted': ['Queue', ...flag('encrypted')],
  'log-retention-limited': ['Log group', attribute('retention_days', '90'), attribute('retention_days', 'never'), {}],
  'log-retention-long-enough': [
    'Log group',
    attribute('retention_days', 'never'),
    attribute('retention_days', '30'),
    {},
  ],
  'log-encrypted': ['Log group', ...flag('encrypted')],
  'instance-not-long-stopped': [
    'Virtual machine',
    { state: 'running' },
    { state: 'deallocated', state_since: '2025-12-01' },
    { state: 'stopped' },
  ],
  'instance-metadata-tokens': [
    'EC2 instance',
    attribute('metadata_tokens', 'required'),
    attribute('metadata_tokens', 'optional'),
    {},
  ],
  'instance-no-public-address': [
    'Instance',
    attribute('public_address', 'none'),
    attribute('public_address', '203.0.113.9'),
    {},
  ],
  'instance-role': ['Instance', attribute('instance_role', 'web'), attribute('instance_role', 'none'), {}],
  // An owner is there or not: only instances that may not be listed are unknown.
  'instance-owner': ['Instance', { owner: 'ana' }, {}],
  'function-supported-runtime': [
    'Function',
    attribute('runtime', 'nodejs22.x'),
    attribute('runtime', 'python3.8'),
    attribute('runtime', 'provided.al2023'),
  ],
  'function-not-public': ['Function', ...flag('public', 'false')],
  'kubernetes-supported-version': [
    'Kubernetes cluster',
    attribute('version', '1.34'),
    attribute('version', '1.27'),
    attribute('version', '1.99'),
  ],
  'kubernetes-private-endpoint': ['Cluster', ...flag('public_endpoint', 'false')],
  'kubernetes-secrets-encrypted': ['EKS cluster', ...flag('secrets_encrypted')],
  'image-recent': ['Machine image', { created_on: '2026-02-01' }, { created_on: '2024-02-01' }, {}],
  'image-not-public': ['Image', ...flag('public', 'false')],
  'repository-scanned': ['Image repository', ...flag('scan_on_push')],
  'security-group-closed': ['Security group', attribute('open_ports', '443'), attribute('open_ports', '443, 22'), {}],
  'security-group-used': ['Security group', attribute('members', '3'), attribute('members', '0'), {}],
  'load-balancer-encrypted': ['Load balancer', ...flag('tls_only')],
  'load-balancer-has-targets': ['Load balancer', attribute('backends', '2'), attribute('backends', '0'), {}],
  'address-used': ['Elastic IP address', { state: 'associated' }, { state: 'unassociated' }, {}],
  'access-key-young': ['Access key', { created_on: '2026-02-01' }, { created_on: '2025-02-01' }, {}],
  'access-key-used': ['Access key', attribute('last_used', '2026-02-27'), attribute('last_used', 'never'), {}],
  'cloud-user-second-factor': ['IAM user', ...flag('mfa')],
  'cloud-user-active': [
    'User',
    attribute('last_used', '2026-02-27T10:00:00Z'),
    attribute('last_used', '2025-01-01'),
    {},
  ],
  'root-second-factor': ['Account', ...flag('root_mfa')],
  'root-not-used': ['Account', attribute('root_last_used', 'never'), attribute('root_last_used', '2026-02-27'), {}],
  'secret-used': ['Secret', attribute('last_used', '2026-02-27'), attribute('last_used', '2025-01-01'), {}],
  'secret-rotated': ['Secret', attribute('last_rotated', '2025-06-01'), attribute('last_rotated', 'never'), {}],
  'encryption-key-rotated': ['KMS key', ...flag('rotation')],
  'certificate-valid': [
    'Certificate',
    attribute('expires_at', '2026-09-01'),
    attribute('expires_at', '2026-03-10'),
    {},
  ],
  'trail-all-regions': [
    'Trail',
    { attributes: { multi_region: 'true', logging: 'true' } },
    { attributes: { multi_region: 'true', logging: 'false' } },
    attribute('multi_region', 'true'),
  ],
  'trail-validated': ['Trail', ...flag('log_validation')],
}

const evaluate = (id: string, rows: InventoryRow[], coverage?: InventoryCoverage) => {
  const check = cloudChecks.find((candidate) => candidate.id === id)
  if (!check) throw new Error(`There is no check ${id}.`)
  return evaluateInventoryCheck(check, { today, rows, ...(coverage && { coverage }) })
}

describe('cloud checks', () => {
  it('have a world of their own', () => {
    expect(Object.keys(worlds).sort()).toEqual(cloudChecks.map(({ id }) => id).sort())
  })

  it.each(Object.entries(worlds))('%s passes, fails and cannot know', (id, [type, ...resources]) => {
    const expected = ['pass', 'fail', 'unknown']
    const results = resources.map((fields) => evaluate(id, [row({ type, ...fields })]))
    expect(results.map(({ status }) => status)).toEqual(expected.slice(0, resources.length))
    const isOfAccount = cloudChecks.some((check) => check.id === id && 'evaluateAccount' in check)
    const subject = isOfAccount ? { id: account, name: account } : { id: 'r-1', name: 'shop' }
    expect(results[1]).toMatchObject({ failing_count: 1, subjects: [{ provider: 'aws', ...subject }] })
    if (results[2]) expect(results[2].detail).toMatch(/^1 of 1 .+ (?:lack .+ in the inventory|have .+ such as ".+")\.$/)
  })

  it.each(cloudChecks)('$id cannot be known without the permission to list what it is about', ({ id, kind }) => {
    const [type, passing] = worlds[id] ?? ['', {}]
    const denied = kind.datasets.map((dataset) => ({ dataset, account_id: '1', missing_action: 'things:List' }))
    const result = evaluate(id, [row({ type, ...passing })], { complete: [], denied, unread: [], trail_regions: [] })
    expect(result).toMatchObject({
      status: 'unknown',
      detail: `Kept may not list all ${kind.plural}: it lacks the permission things:List in 1 account.`,
    })
  })

  it('do not apply where a cloud has no such thing, and are unknown where it is recorded for no one', () => {
    const machine = row({ provider: 'Microsoft', type: 'Instance' })
    expect(evaluate('instance-metadata-tokens', [machine])).toMatchObject({
      status: 'not_applicable',
      detail: 'Azure has no tokens for the metadata of instances.',
    })
    expect(evaluate('root-second-factor', [machine]).status).toBe('not_applicable')
    // On AWS there is one: its absence says nothing.
    expect(evaluate('root-second-factor', [machine, row({ type: 'Instance' })]).status).toBe('unknown')
    const secret = row({ provider: 'Google Cloud', type: 'Secret' })
    expect(evaluate('secret-used', [secret]).detail).toBe(
      '1 of 1 secret lack the attribute "last_used" in the inventory. Google Cloud does not record when a secret was last read.',
    )
    const user = row({ type: 'IAM user', ...attribute('mfa', 'true') })
    expect(evaluate('cloud-user-second-factor', [user, machine])).toMatchObject({
      status: 'pass',
      detail: 'All of 1 cloud user. Users of Azure are in Microsoft Entra ID, which a role in Azure cannot read.',
    })
  })

  it('are unknown without an inventory, and not applicable or unknown without such a resource', () => {
    expect(evaluate('volume-encrypted', [])).toMatchObject({
      status: 'unknown',
      detail: expect.stringContaining('no inventory'),
    })
    const others = [row({ type: 'Queue' })]
    expect(evaluate('volume-encrypted', others).status).toBe('not_applicable')
    expect(evaluate('access-key-young', others)).toMatchObject({
      status: 'unknown',
      detail: 'The inventory does not list access keys.',
    })
  })

  it('cannot know what a connection may not list, and name the permission', () => {
    const denied = [
      { dataset: 'ec2' as const, account_id: '1', missing_action: 'ec2:DescribeVolumes' },
      { dataset: 'identity' as const, account_id: '1', missing_action: 'iam:GetCredentialReport' },
      { dataset: 'identity' as const, account_id: '2', missing_action: 'iam:GetCredentialReport' },
    ]
    const coverage = { complete: [], denied, unread: [], trail_regions: [] }
    const users = 'Kept may not list all cloud users: it lacks the permission iam:GetCredentialReport in 2 accounts.'
    expect(evaluate('cloud-user-second-factor', [], coverage)).toMatchObject({ status: 'unknown', detail: users })
    const encrypted = row({ type: 'Volume', ...attribute('encrypted', 'true') })
    expect(evaluate('volume-encrypted', [encrypted], coverage)).toMatchObject({
      status: 'unknown',
      detail: 'Kept may not list all volumes: it lacks the permission ec2:DescribeVolumes in 1 account.',
    })
    const open = row({ type: 'Volume', ...attribute('encrypted', 'false') })
    expect(evaluate('volume-encrypted', [encrypted, open], coverage).status).toBe('fail')
    expect(
      evaluate('queue-encrypted', [row({ type: 'Queue', ...attribute('encrypted', 'true') })], coverage).status,
    ).toBe('pass')
  })

  it('cannot know what was not read to the end yet', () => {
    const unread = [{ dataset: 'ec2' as const, account_id: '1' }]
    const encrypted = row({ type: 'Volume', ...attribute('encrypted', 'true') })
    expect(
      evaluate('volume-encrypted', [encrypted], { complete: ['ec2'], denied: [], unread, trail_regions: [] }),
    ).toMatchObject({
      status: 'unknown',
      detail: 'Kept has not yet listed all volumes of 1 account.',
    })
  })

  it('name the permission that a detail of a resource lacks', () => {
    const bucket = row({ type: 'Bucket', ...attribute(deniedAttribute('versioning'), 's3:GetBucketVersioning') })
    expect(evaluate('bucket-versioned', [bucket])).toMatchObject({
      status: 'unknown',
      detail:
        '1 of 1 bucket lack the attribute "versioning" in the inventory: Kept lacks the permission s3:GetBucketVersioning.',
    })
    expect(evaluate('bucket-access-logged', [bucket]).detail).toMatch(/in the inventory\.$/)
  })

  it('do not apply when a connection lists the kind, and there is none', () => {
    const others = [row({ type: 'Queue' })]
    const coverage = { complete: ['secrets' as const], denied: [], unread: [], trail_regions: [] }
    expect(evaluate('secret-used', others, coverage).status).toBe('not_applicable')
    expect(evaluate('encryption-key-rotated', others, coverage).status).toBe('unknown')
  })

  it.each([
    ['none', 'pass'],
    ['443 8000-8100', 'pass'],
    ['20-25', 'fail'],
    ['1-65535', 'fail'],
    ['443, 3389', 'fail'],
    ['all', 'fail'],
  ])('evaluate open ports: %s', (ports, status) => {
    const group = row({ type: 'Security group', ...attribute('open_ports', ports) })
    expect(evaluate('security-group-closed', [group]).status).toBe(status)
  })

  it('leave out what they are not about', () => {
    const status = (id: string, type: string, name: string, value: string) =>
      evaluate(id, [row({ type, ...attribute(name, value) })]).status
    expect(status('security-group-used', 'Security group', 'is_default', 'true')).toBe('not_applicable')
    expect(status('security-group-used', 'Firewall rule', 'open_ports', 'none')).toBe('not_applicable')
    expect(status('load-balancer-encrypted', 'Load balancer', 'scheme', 'internal')).toBe('not_applicable')
    expect(status('load-balancer-encrypted', 'Load balancer', 'kind', 'gateway')).toBe('not_applicable')
    expect(status('cloud-user-second-factor', 'IAM user', 'console_access', 'false')).toBe('not_applicable')
  })

  it('fail for one resource, and name at most three and list at most fifty', () => {
    const rows = Array.from({ length: 70 }, (_, index) =>
      row({
        type: 'Volume',
        resource_id: `vol-${index}`,
        name: '',
        attributes: { encrypted: index < 10 ? 'true' : 'false' },
      }),
    )
    const result = evaluate('volume-encrypted', rows)
    expect(result).toMatchObject({ status: 'fail', failing_count: 60, evaluated_count: 70 })
    expect(result.subjects).toHaveLength(50)
    expect(result.detail).toBe('60 of 70 volumes: vol-10, vol-11, vol-12 and 57 others.')
  })

  it('do not pass while one resource is unknown', () => {
    const rows = [row({ type: 'Volume', attributes: { encrypted: 'true' } }), row({ type: 'Volume' })]
    expect(evaluate('volume-encrypted', rows)).toMatchObject({ status: 'unknown', evaluated_count: 1 })
  })
})
