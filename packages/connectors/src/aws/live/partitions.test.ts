/** China and GovCloud have endpoints, regions and accounts of their own: nothing of them is asked for in us-east-1. */
import type { LiveFetch } from '@kept/domain/sync/live-fetch.ts'
import { describe, expect, it } from 'vitest'
import { commitmentProbes } from './commitments.ts'
import { callerIdentity, listAccounts } from './discover.ts'
import { s3Port } from './inventory/s3.ts'
import { openSession } from './session.ts'

const keys = { access_key_id: 'AKIA', secret_access_key: 'secret', external_id: 'kept-1' }

/** The hosts that all services without regions are asked at. */
async function hostsOf(access: { role_arn?: string; home_region?: string }): Promise<string[]> {
  const hosts = new Set<string>()
  const fetch: LiveFetch = async (url) => {
    hosts.add(new URL(url).host)
    const body = new URL(url).host.startsWith('sts.') ? assumed : '<Error><Code>AccessDenied</Code></Error>'
    return {
      status: body === assumed ? 200 : 403,
      headers: [],
      bytes: async () => new TextEncoder().encode(body),
    }
  }
  const session = openSession({ ...keys, ...access }, { fetch, pace: async () => undefined })
  const location = { accountId: '111122223333', accountName: '', region: 'global' }
  for (const ask of [
    () => callerIdentity(session),
    () => listAccounts(session),
    () => s3Port.readPage(session, location, { cursor: null, targets: [], nowMs: 0 }),
    ...commitmentProbes(session, Date.parse('2026-06-10T09:00:00Z')),
  ])
    await ask().catch(() => undefined)
  return [...hosts].toSorted()
}

const assumed = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`

describe('pitfall: China and GovCloud are partitions of their own', () => {
  it.each([
    [
      'a role in China',
      { role_arn: 'arn:aws-cn:iam::111122223333:role/KeptRead' },
      /\.cn-north(?:west)?-1\.amazonaws\.com\.cn$/,
    ],
    ['keys and a region in China', { home_region: 'cn-northwest-1' }, /\.cn-northwest-1\.amazonaws\.com\.cn$/],
    [
      'a role in GovCloud',
      { role_arn: 'arn:aws-us-gov:iam::111122223333:role/KeptRead' },
      /us-gov-west-1\.amazonaws\.com$/,
    ],
    [
      'a role elsewhere',
      { role_arn: 'arn:aws:iam::111122223333:role/KeptRead' },
      /us-east-1\.amazonaws\.com$|^s3\.amazonaws\.com$/,
    ],
    ['keys and a region of Europe', { home_region: 'eu-west-1' }, /us-east-1\.amazonaws\.com$|^s3\.amazonaws\.com$/],
  ] as const)('asks the endpoints of the partition of %s', async (_name, access, host) => {
    const hosts = await hostsOf(access)
    expect(hosts.length).toBeGreaterThanOrEqual(3)
    expect(hosts.filter((name) => !host.test(name))).toEqual([])
  })
})
