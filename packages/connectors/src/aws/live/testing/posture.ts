/**
 * For tests: an AWS of our own with one resource of each kind that security checks are about, all as they should be, or
 * all as they should not. It answers in the documented shapes, by the name of the operation.
 */
import type { AnswerTo, SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'

const account = '111111111111'

interface Posture {
  isSound: boolean
  /** In milliseconds; recent and old are counted from here. */
  nowMs: number
}

/** Undefined for what the posture is not about. */
type AnswerSome = (request: SmallRequest) => SmallAnswer | undefined

type Answers = Readonly<Record<string, SmallAnswer>>

export function answerAws(posture: Posture): AnswerTo {
  const answer = answerPosture(posture)
  return (request) => answer(request) ?? { status: 404, body: `<Error><Code>NotFound</Code></Error>` }
}

export function answerPosture(posture: Posture): AnswerSome {
  const answers: Answers = {
    ...machines(posture),
    ...networks(posture),
    ...stores(posture),
    ...buckets(posture),
    ...credentials(posture),
    ...services(posture),
  }
  return (request) => answers[operationOf(request)]
}

/** S3 names an operation by the part of a bucket, Lambda and EKS by a path. */
function operationOf({ url, headers, body }: SmallRequest): string {
  const target = headers['x-amz-target']?.replace(/^.*\./, '') ?? new URLSearchParams(body).get('Action')
  if (target === 'DescribeSnapshots' && body.includes('RestorableBy')) return 'DescribePublicSnapshots'
  if (target) return target
  if (url.pathname.endsWith('/policy')) return 'GetPolicy'
  if (url.pathname.includes('/functions')) return 'ListFunctions'
  if (url.pathname.includes('/clusters')) return url.pathname.endsWith('/clusters') ? 'ListClusters' : 'DescribeCluster'
  if (url.host.includes('s3-control') || url.pathname.endsWith('/publicAccessBlock')) return 'account publicAccessBlock'
  const part = [...url.searchParams.keys()].find((name) => url.searchParams.get(name) === '' && name !== 'x-id')
  return part ?? 'ListBuckets'
}

const json = (body: object): SmallAnswer => ({ body, headers: { 'content-type': 'application/x-amz-json-1.1' } })
const ec2 = (action: string, list: string, item: string): [string, SmallAnswer] => [
  action,
  { body: `<${action}Response><${list}>${item && `<item>${item}</item>`}</${list}></${action}Response>` },
]
const query = (action: string, content: string): [string, SmallAnswer] => [
  action,
  { body: `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>` },
]
const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * 86_400_000).toISOString()

function machines({ isSound, nowMs }: Posture): Answers {
  const [recent, old] = [daysBefore(nowMs, 10), daysBefore(nowMs, 500)]
  const at = isSound ? recent : old
  const state = isSound
    ? '<instanceState><name>running</name></instanceState>'
    : `<instanceState><name>stopped</name></instanceState><reason>User initiated (${old.slice(0, 10)} 08:00:00 GMT)</reason><ipAddress>203.0.113.9</ipAddress>`
  const role = isSound ? '<iamInstanceProfile><arn>arn:aws:iam::1:instance-profile/web</arn></iamInstanceProfile>' : ''
  const owner = isSound ? '<tagSet><item><key>owner</key><value>ana</value></item></tagSet>' : ''
  const instance = `<instanceId>i-1</instanceId>${state}${role}${owner}<metadataOptions><httpTokens>${isSound ? 'required' : 'optional'}</httpTokens></metadataOptions>`
  const attachment = isSound ? '<attachmentSet><item><instanceId>i-1</instanceId></item></attachmentSet>' : ''
  const snapshot = `<snapshotId>snap-1</snapshotId><startTime>${at}</startTime><encrypted>${isSound}</encrypted>`
  return Object.fromEntries([
    ec2('DescribeInstances', 'reservationSet', `<instancesSet><item>${instance}</item></instancesSet>`),
    ec2(
      'DescribeVolumes',
      'volumeSet',
      `<volumeId>vol-1</volumeId><status>${isSound ? 'in-use' : 'available'}</status><createTime>${at}</createTime><encrypted>${isSound}</encrypted>${attachment}`,
    ),
    ec2('DescribeSnapshots', 'snapshotSet', snapshot),
    ['DescribePublicSnapshots', ec2('DescribeSnapshots', 'snapshotSet', isSound ? '' : snapshot)[1]],
    ec2(
      'DescribeAddresses',
      'addressesSet',
      `<allocationId>eipalloc-1</allocationId>${isSound ? '<instanceId>i-1</instanceId>' : ''}`,
    ),
    ec2('DescribeNatGateways', 'natGatewaySet', ''),
    ec2(
      'DescribeImages',
      'imagesSet',
      `<imageId>ami-1</imageId><creationDate>${at}</creationDate><isPublic>${!isSound}</isPublic>`,
    ),
  ])
}

function networks({ isSound }: Posture): Answers {
  const port = isSound ? 443 : 22
  const permission = `<item><ipProtocol>tcp</ipProtocol><fromPort>${port}</fromPort><toPort>${port}</toPort><ipRanges><item><cidrIp>0.0.0.0/0</cidrIp></item></ipRanges></item>`
  const group = `<groupId>sg-1</groupId><groupName>web</groupName><ipPermissions>${permission}</ipPermissions>`
  const targets = isSound ? '<member><Target><Id>i-1</Id></Target></member>' : ''
  return Object.fromEntries([
    ec2('DescribeSecurityGroups', 'securityGroupInfo', group),
    ec2(
      'DescribeNetworkInterfaces',
      'networkInterfaceSet',
      isSound ? '<groupSet><item><groupId>sg-1</groupId></item></groupSet>' : '',
    ),
    query(
      'DescribeLoadBalancers',
      '<LoadBalancers><member><LoadBalancerArn>arn:lb</LoadBalancerArn><LoadBalancerName>web</LoadBalancerName><Scheme>internet-facing</Scheme><Type>application</Type></member></LoadBalancers>',
    ),
    query(
      'DescribeTargetGroups',
      '<TargetGroups><member><TargetGroupArn>arn:tg</TargetGroupArn></member></TargetGroups>',
    ),
    query('DescribeTargetHealth', `<TargetHealthDescriptions>${targets}</TargetHealthDescriptions>`),
    query(
      'DescribeListeners',
      `<Listeners><member><Protocol>${isSound ? 'HTTPS' : 'HTTP'}</Protocol></member></Listeners>`,
    ),
  ])
}

function stores({ isSound }: Posture): Answers {
  const tags = '<TagList><Tag><Key>env</Key><Value>production</Value></Tag></TagList>'
  const database = `<DBInstanceArn>arn:db</DBInstanceArn><DBInstanceIdentifier>orders</DBInstanceIdentifier><MultiAZ>${isSound}</MultiAZ><StorageEncrypted>${isSound}</StorageEncrypted><PubliclyAccessible>${!isSound}</PubliclyAccessible><DeletionProtection>${isSound}</DeletionProtection><BackupRetentionPeriod>${isSound ? 7 : 1}</BackupRetentionPeriod><AutoMinorVersionUpgrade>${isSound}</AutoMinorVersionUpgrade>${tags}`
  const status = isSound ? 'ENABLED' : 'DISABLED'
  const table = { TableName: 'orders', TableArn: 'arn:table', DeletionProtectionEnabled: isSound }
  return Object.fromEntries([
    query('DescribeDBInstances', `<DBInstances><DBInstance>${database}</DBInstance></DBInstances>`),
    query(
      'DescribeCacheClusters',
      `<CacheClusters><CacheCluster><CacheClusterId>shop</CacheClusterId><TransitEncryptionEnabled>${isSound}</TransitEncryptionEnabled></CacheCluster></CacheClusters>`,
    ),
    // EKS names its operation by a path, so that this is Redshift's.
    query(
      'DescribeClusters',
      `<Clusters><Cluster><ClusterIdentifier>sales</ClusterIdentifier><Encrypted>${isSound}</Encrypted><PubliclyAccessible>${!isSound}</PubliclyAccessible></Cluster></Clusters>`,
    ),
    ['ListTables', json({ TableNames: ['orders'] })],
    ['DescribeTable', json({ Table: { ...table, SSEDescription: { Status: status } } })],
    ['ListQueues', json({ QueueUrls: [`https://sqs.us-east-1.amazonaws.com/${account}/orders`] })],
    ['GetQueueAttributes', json({ Attributes: { SqsManagedSseEnabled: String(isSound) } })],
  ])
}

function buckets({ isSound }: Posture): Answers {
  const none = (code: string): SmallAnswer => ({ status: 404, body: `<Error><Code>${code}</Code></Error>` })
  const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers'
  const list = '<Buckets><Bucket><Name>bills</Name></Bucket></Buckets>'
  const common: Answers = {
    ListBuckets: { body: `<ListAllMyBucketsResult>${list}</ListAllMyBucketsResult>` },
    location: { body: '<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>' },
    tagging: none('NoSuchTagSet'),
  }
  if (!isSound)
    return {
      ...common,
      lifecycle: none('NoSuchLifecycleConfiguration'),
      versioning: { body: '<VersioningConfiguration/>' },
      logging: { body: '<BucketLoggingStatus/>' },
      publicAccessBlock: none('NoSuchPublicAccessBlockConfiguration'),
      policyStatus: none('NoSuchBucketPolicy'),
      acl: {
        body: `<AccessControlPolicy><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Group"><URI>${everyone}</URI></Grantee><Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>`,
      },
      'account publicAccessBlock': none('NoSuchPublicAccessBlockConfiguration'),
    }
  const rule = '<Rule><ID>old</ID><Status>Enabled</Status><Filter/></Rule>'
  const target = '<TargetBucket>logs</TargetBucket><TargetPrefix/>'
  return {
    ...common,
    lifecycle: { body: `<LifecycleConfiguration>${rule}</LifecycleConfiguration>` },
    versioning: { body: '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>' },
    logging: { body: `<BucketLoggingStatus><LoggingEnabled>${target}</LoggingEnabled></BucketLoggingStatus>` },
    publicAccessBlock: {
      body: '<PublicAccessBlockConfiguration><IgnorePublicAcls>true</IgnorePublicAcls><RestrictPublicBuckets>true</RestrictPublicBuckets></PublicAccessBlockConfiguration>',
    },
  }
}

const reportColumns =
  'user,arn,user_creation_time,password_enabled,password_last_used,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date'

function credentials({ isSound, nowMs }: Posture): Answers {
  const [recent, old] = [daysBefore(nowMs, 10), daysBefore(nowMs, 500)]
  const [used, rootUsed] = isSound ? [recent, old] : [old, recent]
  const report = [
    reportColumns,
    `<root_account>,arn:aws:iam::${account}:root,${old},not_supported,${rootUsed},${isSound},false,N/A,N/A,false,N/A,N/A`,
    `ana,arn:aws:iam::${account}:user/ana,${old},true,${used},${isSound},true,${used},${used},false,N/A,N/A`,
  ].join('\n')
  const seconds = (days: number) => (nowMs - days * 86_400_000) / 1000
  const days = isSound ? 10 : 500
  const secret = { ARN: 'arn:secret', Name: 'card', LastAccessedDate: seconds(days), LastRotatedDate: seconds(days) }
  const key = { KeyId: 'k', KeyManager: 'CUSTOMER', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' }
  const certificate = { CertificateArn: 'arn:cert', DomainName: 'shop', Status: 'ISSUED' }
  return Object.fromEntries([
    query('GenerateCredentialReport', '<State>COMPLETE</State>'),
    query('GetCredentialReport', `<Content>${Buffer.from(report).toString('base64')}</Content>`),
    ['ListKeys', json({ Keys: [{ KeyId: 'k', KeyArn: `arn:aws:kms:us-east-1:${account}:key/k` }] })],
    ['DescribeKey', json({ KeyMetadata: { ...key, KeyState: 'Enabled' } })],
    ['GetKeyRotationStatus', json({ KeyRotationEnabled: isSound })],
    ['ListSecrets', json({ SecretList: [secret] })],
    [
      'ListCertificates',
      json({ CertificateSummaryList: [{ ...certificate, NotAfter: seconds(isSound ? -300 : -10) }] }),
    ],
  ])
}

function services({ isSound }: Posture): Answers {
  const functions = [{ FunctionName: 'web', FunctionArn: 'arn:web', Runtime: isSound ? 'nodejs22.x' : 'python3.8' }]
  const policy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*' }] })
  const group = (logGroupName: string, more: object) => ({ logGroupName, ...more })
  const trail = { Name: 'all', TrailARN: 'arn:trail', IsMultiRegionTrail: true, LogFileValidationEnabled: true }
  const cluster = {
    ...{ name: 'shop', arn: 'arn:eks', version: isSound ? '1.35' : '1.27', status: 'ACTIVE' },
    ...{ resourcesVpcConfig: { endpointPublicAccess: !isSound }, encryptionConfig: isSound ? [{}] : [] },
  }
  const repository = { repositoryArn: 'arn:repo', repositoryName: 'web' }
  return {
    ListFunctions: json({ Functions: functions }),
    GetPolicy: isSound
      ? { status: 404, body: { Message: 'none' }, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' } }
      : json({ Policy: policy }),
    DescribeLogGroups: json({
      logGroups: isSound
        ? [group('/app', { retentionInDays: 90, kmsKeyId: 'k' })]
        : [group('/app', { retentionInDays: 30 }), group('/all', {})],
    }),
    DescribeTrails: json({ trailList: isSound ? [trail] : [] }),
    GetTrailStatus: json({ IsLogging: true }),
    ListClusters: json({ clusters: ['shop'] }),
    DescribeCluster: json({ cluster }),
    DescribeRepositories: json({
      repositories: [{ ...repository, imageScanningConfiguration: { scanOnPush: isSound } }],
    }),
    GetRegistryScanningConfiguration: json({ scanningConfiguration: { rules: [] } }),
  }
}
