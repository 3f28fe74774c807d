/** What a bucket retains, logs and opens, and what may not be read of it. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { type Answers, readAnswers, xmlDenied } from '../testing/answers.ts'

describe('buckets', () => {
  const none = (code: string): SmallAnswer => ({ status: 404, body: `<Error><Code>${code}</Code></Error>` })
  const acl = (uri: string) => ({
    body: `<AccessControlPolicy><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group"><URI>${uri}</URI></Grantee><Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>`,
  })
  const block = (isOn: boolean): SmallAnswer => ({
    body: `<PublicAccessBlockConfiguration><IgnorePublicAcls>${isOn}</IgnorePublicAcls><RestrictPublicBuckets>${isOn}</RestrictPublicBuckets></PublicAccessBlockConfiguration>`,
  })
  const closed: Answers = {
    ListBuckets: {
      body: '<ListAllMyBucketsResult><Buckets><Bucket><Name>bills</Name></Bucket></Buckets></ListAllMyBucketsResult>',
    },
    location: { body: '<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>' },
    lifecycle: none('NoSuchLifecycleConfiguration'),
    tagging: none('NoSuchTagSet'),
    versioning: { body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>' },
    logging: {
      body: '<BucketLoggingStatus><LoggingEnabled><TargetBucket>logs</TargetBucket><TargetPrefix/></LoggingEnabled></BucketLoggingStatus>',
    },
    publicAccessBlock: block(true),
  }
  const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers'
  const openToAll: Answers = {
    ...closed,
    versioning: { body: '<VersioningConfiguration/>' },
    logging: { body: '<BucketLoggingStatus/>' },
    publicAccessBlock: none('NoSuchPublicAccessBlockConfiguration'),
    policyStatus: none('NoSuchBucketPolicy'),
    acl: acl(everyone),
    'account publicAccessBlock': none('NoSuchPublicAccessBlockConfiguration'),
  }

  it('reads what a bucket retains, logs and opens', async () => {
    const { items, requests } = await readAnswers('s3', closed)
    const expected = {
      lifecycle_rules: '0',
      encrypted: 'true',
      versioning: 'true',
      access_logging: 'true',
      public: 'false',
    }
    expect(items[0]?.attributes).toEqual(expected)
    // A block decides: neither policy nor list is read.
    expect(requests).toHaveLength(7)
    const opened = await readAnswers('s3', openToAll)
    expect(opened.items[0]?.attributes).toMatchObject({ versioning: 'false', access_logging: 'false', public: 'true' })
  })

  it('does not call a bucket public that its account blocks', async () => {
    const blocked = await readAnswers('s3', { ...openToAll, 'account publicAccessBlock': block(true) })
    expect(blocked.items[0]?.attributes.public).toBe('false')
    const policy = { body: '<PolicyStatus><IsPublic>true</IsPublic></PolicyStatus>' }
    const byPolicy = await readAnswers('s3', {
      ...openToAll,
      acl: acl('http://acs.amazonaws.com/groups/s3/LogDelivery'),
      policyStatus: policy,
    })
    expect(byPolicy.items[0]?.attributes.public).toBe('true')
  })

  it('lists a bucket without what may not be read, and names the permission', async () => {
    const { items } = await readAnswers('s3', { ...openToAll, versioning: xmlDenied, acl: xmlDenied })
    expect(items[0]?.attributes).toEqual({
      lifecycle_rules: '0',
      encrypted: 'true',
      access_logging: 'false',
      'denied:versioning': 's3:GetBucketVersioning',
      'denied:public': 's3:GetBucketAcl',
    })
  })
})
