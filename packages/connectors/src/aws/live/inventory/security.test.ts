/** What security checks read of AWS, from an AWS of our own that answers in the documented shapes. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { depsOf, type SmallAnswer, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { checkAccess } from '../check.ts'
import { readPolicy } from '../policy.ts'
import { awsPort } from '../ports.ts'
import { type AwsSession, openSession } from '../session.ts'
import { isPublicPolicy } from './function-access.ts'
import { isTlsOnly } from './listeners.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const location = { accountId: '111111111111', accountName: 'Shop', region: 'us-east-1' }
type Answers = Readonly<Record<string, SmallAnswer | ((request: SmallRequest) => SmallAnswer)>>

/** By the name of the operation; S3 names it by the part of the bucket, Lambda by its path. */
function operationOf({ url, headers, body }: SmallRequest): string {
  const target = headers['x-amz-target']?.replace(/^.*\./, '')
  const action = target ?? new URLSearchParams(body).get('Action')
  if (action) return action
  if (url.pathname.endsWith('/policy')) return 'GetPolicy'
  if (url.pathname.includes('/functions')) return 'ListFunctions'
  if (url.host.includes('s3-control')) return 'account publicAccessBlock'
  const part = [...url.searchParams.keys()].find((name) => url.searchParams.get(name) === '' && name !== 'x-id')
  return part ?? 'ListBuckets'
}

function open(answers: Answers): { session: AwsSession; requests: string[] } {
  const requests: string[] = []
  const deps = depsOf((request) => {
    const operation = operationOf(request)
    requests.push(operation)
    const answer = answers[operation] ?? { status: 500, body: `<Error><Code>No${operation}</Code></Error>` }
    return typeof answer === 'function' ? answer(request) : answer
  }, nowMs)
  return { session: openSession({ access_key_id: 'AKIA', secret_access_key: 'x', external_id: '' }, deps), requests }
}

async function read(dataset: SyncDataset, answers: Answers): Promise<{ items: InventoryItem[]; requests: string[] }> {
  const { session, requests } = open(answers)
  const items: InventoryItem[] = []
  let cursor: string | null = null
  do {
    const page = await awsPort(dataset).readPage(session, location, { cursor, targets: [], nowMs })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return { items, requests }
}

const json = (body: object): SmallAnswer => ({ body, headers: { 'content-type': 'application/x-amz-json-1.1' } })
const xml = (action: string, content: string): SmallAnswer => ({
  body: `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`,
})
const jsonDenied = (action: string): SmallAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': 'AccessDeniedException' },
  body: { __type: 'AccessDeniedException', message: `User is not authorized to perform: ${action} on resource: *` },
})
const xmlDenied: SmallAnswer = { status: 403, body: '<Error><Code>AccessDenied</Code><Message>no</Message></Error>' }
const attributesOf = (items: InventoryItem[]) =>
  Object.fromEntries(items.map(({ name, attributes }) => [name, attributes]))

const header =
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,password_next_rotation,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date'
const report = [
  header,
  '<root_account>,arn:aws:iam::111111111111:root,2020-01-01T00:00:00+00:00,not_supported,2026-11-01T10:00:00+00:00,not_supported,not_supported,false,false,N/A,N/A,N/A,N/A,false,N/A,N/A',
  'ana,arn:aws:iam::111111111111:user/ana,2024-01-01T00:00:00+00:00,true,2026-11-20T08:00:00+00:00,2026-01-01T00:00:00+00:00,N/A,true,true,2026-10-01T00:00:00+00:00,2026-11-21T00:00:00+00:00,us-east-1,s3,false,N/A,N/A',
  'deploy,arn:aws:iam::111111111111:user/deploy,2024-01-01T00:00:00+00:00,false,N/A,N/A,N/A,false,false,2023-01-01T00:00:00+00:00,N/A,N/A,N/A,true,2024-02-01T00:00:00+00:00,N/A',
].join('\n')

describe('identity', () => {
  const reportAnswers = {
    GenerateCredentialReport: xml('GenerateCredentialReport', '<State>COMPLETE</State>'),
    GetCredentialReport: xml('GetCredentialReport', `<Content>${Buffer.from(report).toString('base64')}</Content>`),
  }

  it('reads users, keys and the root user by two requests', async () => {
    const { items, requests } = await read('identity', reportAnswers)
    expect(requests).toEqual(['GenerateCredentialReport', 'GetCredentialReport'])
    expect(items.map(({ type, name, resource_id }) => [type, name, resource_id])).toEqual([
      ['Account', 'Shop', '111111111111'],
      ['IAM user', 'ana', 'arn:aws:iam::111111111111:user/ana'],
      ['Access key', 'ana (key 1)', 'arn:aws:iam::111111111111:user/ana/access_key_1'],
      ['IAM user', 'deploy', 'arn:aws:iam::111111111111:user/deploy'],
      ['Access key', 'deploy (key 2)', 'arn:aws:iam::111111111111:user/deploy/access_key_2'],
    ])
    expect(attributesOf(items)).toEqual({
      Shop: { root_mfa: 'false', root_last_used: '2026-11-01T10:00:00.000Z' },
      ana: { mfa: 'true', console_access: 'true', last_used: '2026-11-21T00:00:00.000Z' },
      'ana (key 1)': { last_used: '2026-11-21T00:00:00.000Z' },
      deploy: { mfa: 'false', console_access: 'false', last_used: 'never' },
      'deploy (key 2)': { last_used: 'never' },
    })
    expect(items[4]?.created_at).toBe('2024-02-01T00:00:00.000Z')
  })

  it('names the permission, and refuses a report without the columns it needs', async () => {
    await expect(read('identity', { ...reportAnswers, GetCredentialReport: xmlDenied })).rejects.toMatchObject({
      kind: 'denied',
      action: 'iam:GetCredentialReport',
    })
    const other = xml('GetCredentialReport', `<Content>${Buffer.from('user,arn\n').toString('base64')}</Content>`)
    await expect(read('identity', { ...reportAnswers, GetCredentialReport: other })).rejects.toThrow(
      'The credential report of AWS has no column mfa_active.',
    )
  })
})

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
    const { items, requests } = await read('s3', closed)
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
    const opened = await read('s3', openToAll)
    expect(opened.items[0]?.attributes).toMatchObject({ versioning: 'false', access_logging: 'false', public: 'true' })
  })

  it('does not call a bucket public that its account blocks', async () => {
    const blocked = await read('s3', { ...openToAll, 'account publicAccessBlock': block(true) })
    expect(blocked.items[0]?.attributes.public).toBe('false')
    const policy = { body: '<PolicyStatus><IsPublic>true</IsPublic></PolicyStatus>' }
    const byPolicy = await read('s3', {
      ...openToAll,
      acl: acl('http://acs.amazonaws.com/groups/s3/LogDelivery'),
      policyStatus: policy,
    })
    expect(byPolicy.items[0]?.attributes.public).toBe('true')
  })

  it('lists a bucket without what may not be read, and names the permission', async () => {
    const { items } = await read('s3', { ...openToAll, versioning: xmlDenied, acl: xmlDenied })
    expect(items[0]?.attributes).toEqual({
      lifecycle_rules: '0',
      encrypted: 'true',
      access_logging: 'false',
      'denied:versioning': 's3:GetBucketVersioning',
      'denied:public': 's3:GetBucketAcl',
    })
  })
})

describe('firewalls', () => {
  it('reads open ports and members, a page of groups by one list of interfaces', async () => {
    const permission = (protocol: string, from: number, to: number, range: string) =>
      `<item><ipProtocol>${protocol}</ipProtocol><fromPort>${from}</fromPort><toPort>${to}</toPort><ipRanges><item><cidrIp>${range}</cidrIp></item></ipRanges></item>`
    const group = (id: string, name: string, permissions: string) =>
      `<item><groupId>${id}</groupId><groupName>${name}</groupName><ipPermissions>${permissions}</ipPermissions></item>`
    const groups = [
      group('sg-1', 'web', permission('tcp', 20, 25, '0.0.0.0/0') + permission('tcp', 443, 443, '0.0.0.0/0')),
      group('sg-2', 'inner', permission('tcp', 22, 22, '10.0.0.0/8') + permission('icmp', 8, -1, '0.0.0.0/0')),
      group('sg-3', 'default', permission('-1', -1, -1, '0.0.0.0/0')),
    ].join('')
    const { items, requests } = await read('firewalls', {
      DescribeSecurityGroups: {
        body: `<DescribeSecurityGroupsResponse><securityGroupInfo>${groups}</securityGroupInfo></DescribeSecurityGroupsResponse>`,
      },
      DescribeNetworkInterfaces: {
        body: '<DescribeNetworkInterfacesResponse><networkInterfaceSet><item><groupSet><item><groupId>sg-1</groupId></item></groupSet></item></networkInterfaceSet></DescribeNetworkInterfacesResponse>',
      },
    })
    expect(requests).toEqual(['DescribeSecurityGroups', 'DescribeNetworkInterfaces'])
    expect(attributesOf(items)).toEqual({
      web: { open_ports: '20-25 443', members: '1', is_default: 'false' },
      inner: { open_ports: 'none', members: '0', is_default: 'false' },
      default: { open_ports: 'all', members: '0', is_default: 'true' },
    })
  })
})

describe('keys, secrets, certificates, repositories and trails', () => {
  const key = (id: string, changes: object = {}) =>
    json({
      KeyMetadata: {
        ...{ KeyId: id, Description: id, KeyManager: 'CUSTOMER', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' },
        ...{ KeyState: 'Enabled', ...changes },
      },
    })

  it('reads which keys of the customer rotate, and names what a key refuses', async () => {
    const ids = ['rotates', 'stays', 'aws', 'refuses']
    const { items, requests } = await read('keys', {
      ListKeys: json({
        Keys: ids.map((id) => ({ KeyId: id, KeyArn: `arn:aws:kms:us-east-1:111111111111:key/${id}` })),
      }),
      DescribeKey: ({ body }) => {
        if (body.includes('refuses')) return jsonDenied('kms:DescribeKey')
        return body.includes('key/aws')
          ? key('aws', { KeyManager: 'AWS' })
          : key(body.includes('rotates') ? 'rotates' : 'stays')
      },
      GetKeyRotationStatus: ({ body }) => json({ KeyRotationEnabled: body.includes('rotates') }),
    })
    expect(attributesOf(items)).toEqual({
      rotates: { rotation: 'true' },
      stays: { rotation: 'false' },
      refuses: { 'denied:rotation': 'kms:DescribeKey' },
    })
    expect(requests).toHaveLength(1 + 4 + 2)
  })

  it('reads secrets by one list', async () => {
    const at = (text: string) => Date.parse(text) / 1000
    const { items } = await read('secrets', {
      ListSecrets: json({
        SecretList: [
          {
            ARN: 'arn:1',
            Name: 'used',
            LastAccessedDate: at('2026-11-20T00:00:00Z'),
            LastRotatedDate: at('2026-01-01T00:00:00Z'),
          },
          { ARN: 'arn:2', Name: 'unused', CreatedDate: at('2024-01-01T00:00:00Z') },
        ],
      }),
    })
    expect(attributesOf(items)).toEqual({
      used: { last_used: '2026-11-20T00:00:00.000Z', last_rotated: '2026-01-01T00:00:00.000Z', rotation: 'false' },
      unused: { last_used: 'never', last_changed: '2024-01-01T00:00:00.000Z', rotation: 'false' },
    })
  })

  it('reads certificates of every type of key, without those that were never issued', async () => {
    const { items } = await read('certificates', {
      ListCertificates: ({ body }) => {
        expect(JSON.parse(body).Includes.keyTypes).toContain('EC_prime256v1')
        const certificate = (name: string, status: string) => ({
          ...{ CertificateArn: `arn:${name}`, DomainName: name, Status: status, NotAfter: 1_800_000_000 },
        })
        return json({
          CertificateSummaryList: [certificate('shop', 'ISSUED'), certificate('new', 'PENDING_VALIDATION')],
        })
      },
    })
    expect(attributesOf(items)).toEqual({ shop: { expires_at: '2027-01-15T08:00:00.000Z' } })
  })

  it('reads repositories with the rules of their registry, or says which permission is missing', async () => {
    const repository = (repositoryName: string, scanOnPush: boolean) => ({
      ...{ repositoryArn: `arn:${repositoryName}`, repositoryName, imageScanningConfiguration: { scanOnPush } },
    })
    const answers = {
      DescribeRepositories: json({
        repositories: [repository('own', true), repository('shop/web', false), repository('x', false)],
      }),
    }
    const rules = [{ scanFrequency: 'SCAN_ON_PUSH', repositoryFilters: [{ filter: 'shop/*', filterType: 'WILDCARD' }] }]
    const { items } = await read('repositories', {
      ...answers,
      GetRegistryScanningConfiguration: json({ scanningConfiguration: { rules } }),
    })
    expect(items.map(({ attributes }) => attributes.scan_on_push)).toEqual(['true', 'true', 'false'])
    const action = 'ecr:GetRegistryScanningConfiguration'
    const denied = await read('repositories', { ...answers, GetRegistryScanningConfiguration: jsonDenied(action) })
    expect(attributesOf(denied.items)).toMatchObject({
      own: { scan_on_push: 'true' },
      x: { 'denied:scan_on_push': action },
    })
    expect(denied.items[2]?.attributes.scan_on_push).toBeUndefined()
  })

  it('reads trails', async () => {
    const trail = (Name: string, isGood: boolean) => ({
      ...{ Name, TrailARN: `arn:${Name}`, IsMultiRegionTrail: isGood, LogFileValidationEnabled: isGood },
    })
    const { items } = await read('trails', {
      DescribeTrails: json({ trailList: [trail('all', true), trail('part', false)] }),
    })
    expect(attributesOf(items)).toEqual({
      all: { multi_region: 'true', log_validation: 'true' },
      part: { multi_region: 'false', log_validation: 'false' },
    })
  })
})

describe('queues and functions', () => {
  it('reads which queues are encrypted, and names what a queue refuses', async () => {
    const urls = ['safe', 'plain', 'closed'].map((name) => `https://sqs.us-east-1.amazonaws.com/111111111111/${name}`)
    const { items } = await read('queues', {
      ListQueues: json({ QueueUrls: urls }),
      GetQueueAttributes: ({ body }) =>
        body.includes('closed')
          ? jsonDenied('sqs:getqueueattributes')
          : json({ Attributes: { SqsManagedSseEnabled: String(body.includes('safe')) } }),
    })
    expect(attributesOf(items)).toMatchObject({ safe: { encrypted: 'true' }, plain: { encrypted: 'false' } })
    expect(Object.keys(items[2]?.attributes ?? {})).toEqual(['denied:encrypted'])
    expect(items[0]?.resource_id).toBe('arn:aws:sqs:us-east-1:111111111111:safe')
  })

  it('reads who may call a function', async () => {
    const { items } = await read('lambda', {
      ListFunctions: json({
        Functions: ['web', 'own'].map((name) => ({ FunctionName: name, FunctionArn: `arn:${name}` })),
      }),
      GetPolicy: ({ url }) =>
        url.pathname.includes('/own/')
          ? { ...json({ Message: 'none' }), status: 404, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' } }
          : json({ Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*' }] }) }),
    })
    expect(items.map(({ attributes }) => attributes.public)).toEqual(['true', 'false'])
  })

  const statement = (Principal: unknown, Condition?: object) =>
    JSON.stringify({ Statement: [{ Effect: 'Allow', Principal, Condition }] })
  it.each([
    [statement({ AWS: '*' }), true],
    [statement('*', { StringEquals: { 'lambda:FunctionUrlAuthType': 'NONE' } }), true],
    [statement('*', { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }), false],
    [statement({ Service: 's3.amazonaws.com' }), false],
    [JSON.stringify({ Statement: { Effect: 'Deny', Principal: '*' } }), false],
    ['not JSON', undefined],
  ])('a policy %s', (policy, isPublic) => {
    expect(isPublicPolicy(policy)).toBe(isPublic)
  })
})

describe('isTlsOnly', () => {
  const redirect = { Protocol: 'HTTP', DefaultActions: [{ Type: 'redirect', RedirectConfig: { Protocol: 'HTTPS' } }] }
  it.each([
    [[{ Protocol: 'HTTPS' }, redirect], true],
    [[{ Protocol: 'HTTPS' }, { Protocol: 'HTTP' }], false],
    [[{ Protocol: 'TLS' }, { Protocol: 'TCP' }], undefined],
    [[{ Protocol: 'TCP' }, { Protocol: 'HTTP' }], false],
  ])('of %j is %s', (listeners, expected) => {
    expect(isTlsOnly(listeners)).toBe(expected)
  })
})

describe('permissions', () => {
  it('of details are in the policy, and a check names one that is missing', async () => {
    const published = readPolicy().Statement.flatMap(({ Action }) => Action)
    expect(published).toContain('s3:GetBucketVersioning')
    const { session } = open({
      GetCallerIdentity: xml('GetCallerIdentity', '<Account>111111111111</Account><Arn>arn:aws:iam::1:user/kept</Arn>'),
      ListQueues: json({ QueueUrls: ['https://sqs.us-east-1.amazonaws.com/111111111111/plain'] }),
      GetQueueAttributes: jsonDenied('sqs:GetQueueAttributes'),
      ListSecrets: jsonDenied('secretsmanager:ListSecrets'),
    })
    const tolerant = { ...session, call: failSoftly(session) }
    const { capabilities } = await checkAccess(tolerant, 'us-east-1')
    // Of a hundred resources, a check reads the details of three.
    const many = open({
      GetCallerIdentity: xml('GetCallerIdentity', '<Account>111111111111</Account><Arn>arn:aws:iam::1:user/kept</Arn>'),
      ListQueues: json({
        QueueUrls: Array.from({ length: 100 }, (_, index) => `https://sqs.us-east-1.amazonaws.com/1/${index}`),
      }),
      GetQueueAttributes: json({ Attributes: {} }),
      ListSecrets: json({}),
    })
    await checkAccess({ ...many.session, call: failSoftly(many.session) }, 'us-east-1')
    expect(many.requests.filter((name) => name === 'GetQueueAttributes')).toHaveLength(3)
    const missing = capabilities.flatMap((capability) => capability.missing)
    expect(missing).toEqual(['secretsmanager:ListSecrets', 'sqs:GetQueueAttributes'])
  })
})

/** Requests that nothing answers fail at once instead of being tried again. */
function failSoftly(session: AwsSession): AwsSession['call'] {
  const answered = /^sts:|^sqs:|^secretsmanager:ListSecrets$/
  return (action, region, send, limits) =>
    answered.test(action)
      ? session.call(action, region, send, limits)
      : Promise.reject(new SyncFailure('unavailable', 'not here', { action }))
}
