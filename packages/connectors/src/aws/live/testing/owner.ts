/** For tests: what the owner of an emulated account makes in it. */
import { type AwsSession, openSession } from '../session.ts'

export function openOwnerSession(
  endpoint: string,
  keys = { access_key_id: 'owner', secret_access_key: 'owner' },
): AwsSession {
  return openSession(
    { ...keys, external_id: '', endpoint },
    {
      fetch: async (url, { method, headers, body }) => {
        const response = await fetch(url, {
          method,
          headers,
          ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
        })
        return {
          status: response.status,
          headers: response.headers,
          bytes: async () => new Uint8Array(await response.arrayBuffer()),
        }
      },
      pace: async () => undefined,
    },
  )
}

/** Unattached volumes of 200 GB, gp2. Returns their ids. */
export async function createVolumes(session: AwsSession, region: string, count: number): Promise<string[]> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = session.client('ec2', region, (config) => new sdk.EC2Client(config))
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { VolumeId } = await client.send(
      new sdk.CreateVolumeCommand({ AvailabilityZone: `${region}a`, Size: 200, VolumeType: 'gp2' }),
    )
    if (VolumeId) ids.push(VolumeId)
  }
  return ids
}

/** One resource of every kind whose list needs further requests. */
export async function createOneOfEach(session: AwsSession, region: string): Promise<void> {
  await createDetailed(session, region)
  const [ec2, elb, dynamodb, ecs, eks, s3] = await Promise.all([
    import('@aws-sdk/client-ec2'),
    import('@aws-sdk/client-elastic-load-balancing-v2'),
    import('@aws-sdk/client-dynamodb'),
    import('@aws-sdk/client-ecs'),
    import('@aws-sdk/client-eks'),
    import('@aws-sdk/client-s3'),
  ])
  const network = session.client('ec2', region, (config) => new ec2.EC2Client(config))
  const { Subnets } = await network.send(new ec2.DescribeSubnetsCommand({}))
  const subnets = (Subnets ?? []).slice(0, 2)
  const balancers = session.client('elbv2', region, (config) => new elb.ElasticLoadBalancingV2Client(config))
  const { LoadBalancers } = await balancers.send(
    new elb.CreateLoadBalancerCommand({ Name: 'shop', Subnets: subnets.flatMap(({ SubnetId }) => SubnetId ?? []) }),
  )
  const { TargetGroups } = await balancers.send(
    new elb.CreateTargetGroupCommand({ Name: 'shop', Protocol: 'HTTP', Port: 80, VpcId: subnets[0]?.VpcId }),
  )
  await balancers.send(
    new elb.CreateListenerCommand({
      LoadBalancerArn: LoadBalancers?.[0]?.LoadBalancerArn,
      Protocol: 'HTTP',
      Port: 80,
      DefaultActions: [{ Type: 'forward', TargetGroupArn: TargetGroups?.[0]?.TargetGroupArn }],
    }),
  )
  await session
    .client('dynamodb', region, (config) => new dynamodb.DynamoDBClient(config))
    .send(
      new dynamodb.CreateTableCommand({
        TableName: 'orders',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    )
  const containers = session.client('ecs', region, (config) => new ecs.ECSClient(config))
  await containers.send(new ecs.CreateClusterCommand({ clusterName: 'shop' }))
  await containers.send(
    new ecs.RegisterTaskDefinitionCommand({
      ...{ family: 'web', cpu: '256', memory: '512' },
      containerDefinitions: [{ name: 'web', image: 'web', memory: 64 }],
    }),
  )
  await containers.send(
    new ecs.CreateServiceCommand({ cluster: 'shop', serviceName: 'web', taskDefinition: 'web', desiredCount: 1 }),
  )
  const kubernetes = session.client('eks', region, (config) => new eks.EKSClient(config))
  const subnetIds = subnets.flatMap(({ SubnetId }) => SubnetId ?? [])
  await kubernetes.send(
    new eks.CreateClusterCommand({
      name: 'shop',
      roleArn: 'arn:aws:iam::123456789012:role/eks',
      resourcesVpcConfig: { subnetIds },
    }),
  )
  await kubernetes.send(
    new eks.CreateNodegroupCommand({
      ...{ clusterName: 'shop', nodegroupName: 'spare', subnets: subnetIds },
      nodeRole: 'arn:aws:iam::123456789012:role/nodes',
    }),
  )
  await session
    .client('s3', region, (config) => new s3.S3Client(config))
    .send(new s3.CreateBucketCommand({ Bucket: 'northwind-exports' }))
  const cloudtrail = await import('@aws-sdk/client-cloudtrail')
  await session
    .client('cloudtrail', region, (config) => new cloudtrail.CloudTrailClient(config))
    .send(
      new cloudtrail.CreateTrailCommand({ Name: 'all', S3BucketName: 'northwind-exports', IsMultiRegionTrail: true }),
    )
}

/** A function, a key, a queue, a repository, a stream and a model endpoint. */
async function createDetailed(session: AwsSession, region: string): Promise<void> {
  const [iamSdk, lambda, kms, sqs, ecr, kinesis] = await Promise.all([
    import('@aws-sdk/client-iam'),
    import('@aws-sdk/client-lambda'),
    import('@aws-sdk/client-kms'),
    import('@aws-sdk/client-sqs'),
    import('@aws-sdk/client-ecr'),
    import('@aws-sdk/client-kinesis'),
  ])
  const roles = session.client('iam', region, (config) => new iamSdk.IAMClient(config))
  const { Role } = await roles.send(
    new iamSdk.CreateRoleCommand({ RoleName: 'web', AssumeRolePolicyDocument: JSON.stringify({ Statement: [] }) }),
  )
  await session
    .client('lambda', region, (config) => new lambda.LambdaClient(config))
    .send(
      new lambda.CreateFunctionCommand({
        ...{ FunctionName: 'web', Runtime: 'nodejs22.x', Handler: 'web.handler', Role: Role?.Arn },
        Code: { ZipFile: new Uint8Array([80, 75, 5, 6, ...Array.from({ length: 18 }, () => 0)]) },
      }),
    )
  await session
    .client('kms', region, (config) => new kms.KMSClient(config))
    .send(new kms.CreateKeyCommand({ Description: 'shop' }))
  await session
    .client('sqs', region, (config) => new sqs.SQSClient(config))
    .send(new sqs.CreateQueueCommand({ QueueName: 'orders' }))
  await session
    .client('ecr', region, (config) => new ecr.ECRClient(config))
    .send(new ecr.CreateRepositoryCommand({ repositoryName: 'web' }))
  await session
    .client('kinesis', region, (config) => new kinesis.KinesisClient(config))
    .send(new kinesis.CreateStreamCommand({ StreamName: 'clicks', ShardCount: 1 }))
  await createEndpoint(session, region, Role?.Arn)
}

async function createEndpoint(session: AwsSession, region: string, role: string | undefined): Promise<void> {
  const sdk = await import('@aws-sdk/client-sagemaker')
  const models = session.client('sagemaker', region, (config) => new sdk.SageMakerClient(config))
  const name = 'churn'
  await models.send(
    new sdk.CreateModelCommand({
      ...{ ModelName: name, ExecutionRoleArn: role },
      PrimaryContainer: { Image: '123456789012.dkr.ecr.us-east-1.amazonaws.com/churn:1' },
    }),
  )
  const variant = { VariantName: 'AllTraffic', ModelName: name, InitialInstanceCount: 1 }
  await models.send(
    new sdk.CreateEndpointConfigCommand({
      EndpointConfigName: name,
      ProductionVariants: [{ ...variant, InstanceType: 'ml.m5.large' }],
    }),
  )
  await models.send(new sdk.CreateEndpointCommand({ EndpointName: name, EndpointConfigName: name }))
}

/** Members of an organization that the account owns. Returns their ids. */
export async function createAccounts(session: AwsSession, count: number): Promise<string[]> {
  const sdk = await import('@aws-sdk/client-organizations')
  const client = session.client('organizations', 'us-east-1', (config) => new sdk.OrganizationsClient(config))
  await client.send(new sdk.CreateOrganizationCommand({ FeatureSet: 'ALL' }))
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { CreateAccountStatus } = await client.send(
      new sdk.CreateAccountCommand({ AccountName: `member-${index}`, Email: `member-${index}@example.com` }),
    )
    if (CreateAccountStatus?.AccountId) ids.push(CreateAccountStatus.AccountId)
  }
  return ids
}

/** CPU and network of one instance that does nothing, by the hour, over the last days. */
export async function putIdleMetrics(session: AwsSession, region: string, instanceId: string, days: number) {
  const sdk = await import('@aws-sdk/client-cloudwatch')
  const client = session.client('monitoring', region, (config) => new sdk.CloudWatchClient(config))
  const hourMs = 3_600_000
  const endMs = Math.floor(Date.now() / hourMs) * hourMs
  const Dimensions = [{ Name: 'InstanceId', Value: instanceId }]
  for (let day = 0; day < days; day += 1) {
    const MetricData = Array.from({ length: 24 }, (_, hour) => {
      const Timestamp = new Date(endMs - (day * 24 + hour + 1) * hourMs)
      return [
        { MetricName: 'CPUUtilization', Value: 0.5, Unit: sdk.StandardUnit.Percent },
        { MetricName: 'NetworkIn', Value: 3600, Unit: sdk.StandardUnit.Bytes },
        { MetricName: 'NetworkOut', Value: 3600, Unit: sdk.StandardUnit.Bytes },
      ].map((datum) => ({ ...datum, Dimensions, Timestamp }))
    }).flat()
    await client.send(new sdk.PutMetricDataCommand({ Namespace: 'AWS/EC2', MetricData }))
  }
}

export async function runInstance(session: AwsSession, region: string): Promise<string> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = session.client('ec2', region, (config) => new sdk.EC2Client(config))
  const { Images } = await client.send(new sdk.DescribeImagesCommand({ Owners: ['amazon'] }))
  const linux = Images?.find(({ Platform }) => !Platform)
  const { Instances } = await client.send(
    new sdk.RunInstancesCommand({ ImageId: linux?.ImageId, InstanceType: 'm5.large', MinCount: 1, MaxCount: 1 }),
  )
  return Instances?.[0]?.InstanceId ?? ''
}

/** A user with this policy and nothing else. */
export async function createUserWith(
  endpoint: string,
  policy: object,
): Promise<{ access_key_id: string; secret_access_key: string }> {
  const UserName = `kept-${Math.floor(performance.now() * 1000)}`
  await iam(endpoint, { Action: 'CreateUser', UserName })
  await iam(endpoint, {
    Action: 'PutUserPolicy',
    UserName,
    PolicyName: 'read',
    PolicyDocument: JSON.stringify(policy),
  })
  const answer = await iam(endpoint, { Action: 'CreateAccessKey', UserName })
  const element = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)?.[1] ?? ''
  return { access_key_id: element('AccessKeyId'), secret_access_key: element('SecretAccessKey') }
}

async function iam(endpoint: string, parameters: Record<string, string>): Promise<string> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization:
        'AWS4-HMAC-SHA256 Credential=owner/20261122/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: new URLSearchParams({ Version: '2010-05-08', ...parameters }).toString(),
  })
  if (!response.ok) throw new Error(`${parameters.Action}: ${response.status} ${await response.text()}`)
  return response.text()
}

export async function deleteVolume(session: AwsSession, region: string, VolumeId: string): Promise<void> {
  const sdk = await import('@aws-sdk/client-ec2')
  const client = session.client('ec2', region, (config) => new sdk.EC2Client(config))
  await client.send(new sdk.DeleteVolumeCommand({ VolumeId }))
}
