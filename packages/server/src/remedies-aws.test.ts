/** Every remedy of AWS that a recommendation uses: planned, applied, verified and reverted, against moto. */
import { changeRemedies, remedyFor } from '@kept/connectors/remediation/remedies.ts'
import type { RemediationKind, RemediationOrder, RemediationReceipt } from '@kept/domain/remediation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasMoto, type Moto, startMoto } from './sync/testing/moto.ts'
import { account, type OwnedAws, ownedAws, region } from './testing/owned-aws.ts'

const ec2 = '2016-11-15'

interface Case {
  name: string
  kind: RemediationKind
  order: Omit<RemediationOrder, 'target'>
  /** Makes the resource; returns its id. */
  create(aws: OwnedAws): Promise<string>
  /** False where moto cannot prove signatures: then this case shows no permissions. */
  isEnforced?: false
}

const element = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? ''

async function createVolume(aws: OwnedAws): Promise<string> {
  const answer = await aws.query('ec2', ec2, 'CreateVolume', {
    AvailabilityZone: `${region}a`,
    Size: '200',
    VolumeType: 'gp2',
    'TagSpecification.1.ResourceType': 'volume',
    'TagSpecification.1.Tag.1.Key': 'Name',
    'TagSpecification.1.Tag.1.Value': 'old & "unused"',
  })
  return element(answer, 'volumeId')
}

async function createInstance(aws: OwnedAws): Promise<string> {
  const images = await aws.query('ec2', ec2, 'DescribeImages', { 'Owner.1': 'amazon' })
  const answer = await aws.query('ec2', ec2, 'RunInstances', {
    ImageId: element(images, 'imageId'),
    InstanceType: 'm5.xlarge',
    MinCount: '1',
    MaxCount: '1',
  })
  return element(answer, 'instanceId')
}

async function createDatabase(aws: OwnedAws, name: string): Promise<string> {
  await aws.query('rds', '2014-10-31', 'CreateDBInstance', {
    DBInstanceIdentifier: name,
    DBInstanceClass: 'db.m5.xlarge',
    Engine: 'postgres',
    AllocatedStorage: '20',
    MasterUsername: 'kept',
    MasterUserPassword: 'not-a-secret',
  })
  return `arn:aws:rds:${region}:${account}:db:${name}`
}

async function createBucket(aws: OwnedAws, name: string): Promise<string> {
  await aws.send({ method: 'PUT', url: `https://s3.${region}.amazonaws.com/${name}` })
  return name
}

const elb = '2015-12-01'

async function createLoadBalancer(aws: OwnedAws): Promise<string> {
  const subnets = await aws.query('ec2', ec2, 'DescribeSubnets')
  const ids = [...subnets.matchAll(/<subnetId>([^<]+)</g)].flatMap(([, id]) => id ?? []).slice(0, 2)
  const VpcId = element(subnets, 'vpcId')
  const balancer = await aws.query('elasticloadbalancing', elb, 'CreateLoadBalancer', {
    Name: 'shop',
    'Subnets.member.1': ids[0] ?? '',
    'Subnets.member.2': ids[1] ?? '',
    'Tags.member.1.Key': 'team',
    'Tags.member.1.Value': 'a & b',
  })
  const LoadBalancerArn = element(balancer, 'LoadBalancerArn')
  const group = await aws.query('elasticloadbalancing', elb, 'CreateTargetGroup', {
    ...{ Name: 'shop', Protocol: 'HTTP', Port: '80', VpcId },
  })
  const TargetGroupArn = element(group, 'TargetGroupArn')
  await aws.query('elasticloadbalancing', elb, 'ModifyLoadBalancerAttributes', {
    LoadBalancerArn,
    'Attributes.member.1.Key': 'idle_timeout.timeout_seconds',
    'Attributes.member.1.Value': '120',
  })
  for (const port of ['80', '8080']) {
    const listener = await aws.query('elasticloadbalancing', elb, 'CreateListener', {
      ...{ LoadBalancerArn, Protocol: 'HTTP', Port: port },
      'DefaultActions.member.1.Type': 'forward',
      'DefaultActions.member.1.TargetGroupArn': TargetGroupArn,
      // As the policy asks for before Kept may add rules.
      'Tags.member.1.Key': 'kept:allow',
      'Tags.member.1.Value': 'true',
    })
    await aws.query('elasticloadbalancing', elb, 'CreateRule', {
      ListenerArn: element(listener, 'ListenerArn'),
      Priority: '10',
      'Conditions.member.1.Field': 'path-pattern',
      'Conditions.member.1.Values.member.1': '/old/*',
      'Actions.member.1.Type': 'redirect',
      'Actions.member.1.RedirectConfig.Protocol': 'HTTPS',
      'Actions.member.1.RedirectConfig.Port': '443',
      'Actions.member.1.RedirectConfig.StatusCode': 'HTTP_301',
    })
  }
  return LoadBalancerArn
}

async function createFunction(aws: OwnedAws): Promise<string> {
  const role = await aws.query('iam', '2010-05-08', 'CreateRole', {
    RoleName: 'thumbnailer',
    AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [] }),
  })
  await aws.send({
    method: 'POST',
    url: `https://lambda.${region}.amazonaws.com/2015-03-31/functions`,
    body: JSON.stringify({
      ...{ FunctionName: 'thumbnailer', Runtime: 'python3.12', Handler: 'a.b', MemorySize: 1024 },
      Role: element(role, 'Arn'),
      Code: { ZipFile: emptyArchive },
    }),
    headers: { 'content-type': 'application/json' },
  })
  return `arn:aws:lambda:${region}:${account}:function:thumbnailer`
}

/** The end record of a ZIP archive without files. */
const emptyArchive = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex').toString('base64')

function expiringRule(prefix: string, index: number): string {
  return `<Rule><ID>own-${index}</ID><Filter><Prefix>${prefix}</Prefix></Filter><Status>Enabled</Status><Expiration><Days>9</Days></Expiration></Rule>`
}

const cases: Case[] = [
  { name: 'an unattached volume', kind: 'ebs_volume', order: { step: 'delete' }, create: createVolume },
  { name: 'a gp2 volume', kind: 'ebs_volume', order: { step: 'resize', setting: 'gp3' }, create: createVolume },
  {
    name: 'an unused address',
    kind: 'elastic_ip',
    order: { step: 'release' },
    create: async (aws) => element(await aws.query('ec2', ec2, 'AllocateAddress', { Domain: 'vpc' }), 'allocationId'),
  },
  {
    name: 'a snapshot',
    kind: 'ebs_snapshot',
    order: { step: 'archive' },
    create: async (aws) => {
      const VolumeId = await createVolume(aws)
      return element(await aws.query('ec2', ec2, 'CreateSnapshot', { VolumeId }), 'snapshotId')
    },
  },
  {
    name: 'a load balancer with listeners and rules',
    kind: 'load_balancer',
    order: { step: 'delete' },
    create: createLoadBalancer,
  },
  {
    name: 'a function',
    kind: 'lambda_function',
    order: { step: 'resize', size: 384 },
    create: createFunction,
    // moto takes the headers of a GET for its body here, so that no signature is right.
    isEnforced: false,
  },
  {
    name: 'a data warehouse',
    kind: 'redshift_cluster',
    order: { step: 'stop' },
    create: async (aws) => {
      await aws.query('redshift', '2012-12-01', 'CreateCluster', {
        ClusterIdentifier: 'reports',
        NodeType: 'ra3.xlplus',
        MasterUsername: 'kept',
        MasterUserPassword: 'Not-a-secret-1',
        ClusterType: 'single-node',
      })
      return `arn:aws:redshift:${region}:${account}:cluster:reports`
    },
  },
  { name: 'an instance', kind: 'ec2_instance', order: { step: 'stop' }, create: createInstance },
  { name: 'an instance', kind: 'ec2_instance', order: { step: 'resize', setting: 'm5.large' }, create: createInstance },
  {
    name: 'a log group',
    kind: 'log_group',
    order: { step: 'set_retention', size: 90 },
    create: async (aws) => {
      await aws.json('logs', 'Logs_20140328.CreateLogGroup', { logGroupName: '/aws/lambda/shop' })
      return `arn:aws:logs:${region}:${account}:log-group:/aws/lambda/shop`
    },
  },
  {
    name: 'a bucket without rules',
    kind: 's3_bucket',
    order: { step: 'set_lifecycle' },
    create: (aws) => createBucket(aws, 'kept-cold'),
  },
  {
    name: 'a bucket with other rules',
    kind: 's3_bucket',
    order: { step: 'set_lifecycle', size: 60 },
    async create(aws) {
      const id = await createBucket(aws, 'kept-cold-rules')
      await aws.send({
        method: 'PUT',
        url: `https://s3.${region}.amazonaws.com/kept-cold-rules?lifecycle`,
        body: `<LifecycleConfiguration>${['logs/a&amp;b', 'tmp/'].map(expiringRule).join('')}</LifecycleConfiguration>`,
      })
      return id
    },
  },
  { name: 'a database', kind: 'rds_instance', order: { step: 'stop' }, create: (aws) => createDatabase(aws, 'idle') },
  {
    name: 'a database',
    kind: 'rds_instance',
    order: { step: 'resize', setting: 'db.m5.large' },
    create: (aws) => createDatabase(aws, 'large'),
  },
  {
    name: 'a table',
    kind: 'dynamodb_table',
    order: { step: 'set_on_demand' },
    create: async (aws) => {
      await aws.json('dynamodb', 'DynamoDB_20120810.CreateTable', {
        TableName: 'orders',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        ProvisionedThroughput: { ReadCapacityUnits: 40, WriteCapacityUnits: 20 },
      })
      return `arn:aws:dynamodb:${region}:${account}:table/orders`
    },
  },
]

it('every remedy of a recommendation in AWS is among them', () => {
  const needed = changeRemedies.flatMap(({ kind, steps, provider }) =>
    provider === 'aws' ? steps.map((step) => `${step} ${kind}`) : [],
  )
  // moto has no Recycle Bin. These are tried against our own emulator of AWS.
  const tested = [
    'delete machine_image',
    'resize ecs_service',
    ...cases.map(({ kind, order }) => `${order.step} ${kind}`),
  ]
  // A start is the undo of a stop.
  expect(needed.filter((name) => !name.startsWith('start ') && !tested.includes(name))).toEqual([])
})

describe.skipIf(!hasMoto)('remedies of AWS', () => {
  let moto: Moto
  let aws: OwnedAws
  beforeAll(async () => {
    moto = await startMoto()
    aws = ownedAws(moto)
  }, 180_000)
  afterAll(() => moto?.stop())

  it.each(cases)(
    '$order.step $name: plan, mark, apply, verify, revert',
    async ({ kind, order: partial, create, isEnforced }) => {
      const id = await create(aws)
      const order: RemediationOrder = {
        ...partial,
        target: { provider: 'aws', kind, id, name: 'it', region, account, tags: {} },
      }
      const remedy = remedyFor(kind, order.step)
      const port = await aws.portWith(remedy.permissions)
      if (isEnforced === false) await moto.enforce(false)
      const plan = await port.plan(order)
      expect(plan.requests.length).toBeGreaterThan(0)
      expect((await port.plan(order)).before).toEqual(plan.before)
      const marks = port.marksOf(order)
      if (marks) {
        await marks.write('2026-06-17')
        expect(await marks.read()).toMatchObject({ mark: '2026-06-17' })
        expect((await port.plan(order)).before).toEqual(plan.before)
        await marks.write(null)
        expect(await marks.read()).toMatchObject({ mark: null })
      }
      const receipt = asStored(await port.apply(plan, '2026-06-10T09:00:00Z'))
      expect(await port.verify(receipt)).toMatchObject({ verified: true })
      // Done already: only the receipt was lost.
      await port.apply(plan, '2026-06-10T09:00:00Z')
      expect(await port.revert(receipt)).toMatchObject({ undone: true })
      expect((await port.plan(order)).before).toEqual(plan.before)
      expect(await port.revert(receipt)).toMatchObject({ undone: true, message: expect.stringContaining('already') })
    },
  )
})

/** As it is read from a database. */
function asStored(receipt: RemediationReceipt): RemediationReceipt {
  return JSON.parse(JSON.stringify(receipt))
}
