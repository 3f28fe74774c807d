/**
 * For tests: an account in which resources of the kinds that rules measure run and do nothing, and some of their kind
 * that are in use. It answers in the documented shapes; like CloudWatch, it has no values of what does not happen.
 */
export const quietRegion = 'us-east-1'
const createdAt = Date.parse('2026-01-01T00:00:00Z') / 1000
const hourSeconds = 3600

interface Answer {
  status: number
  body: string
}

/** The IDs that bills and the inventory write. */
export function quietResources(account: string) {
  const arn = (service: string, path: string) => `arn:aws:${service}:${quietRegion}:${account}:${path}`
  return {
    stream: arn('kinesis', 'stream/clicks-old'),
    busyStream: arn('kinesis', 'stream/clicks'),
    endpoint: arn('sagemaker', 'endpoint/churn-v1'),
    vpn: arn('ec2', 'vpn-connection/vpn-0001'),
    cache: arn('elasticache', 'cluster:sessions'),
    warehouse: arn('redshift', 'cluster:reports'),
    balancer: arn('elasticloadbalancing', 'loadbalancer/app/old-shop/50dc6c495c0c9188'),
    busyBalancer: arn('elasticloadbalancing', 'loadbalancer/net/shop/60dc6c495c0c9188'),
    table: arn('dynamodb', 'table/orders'),
    volume: 'vol-0001',
    database: arn('rds', 'db:archive'),
  }
}

const json = (body: object): Answer => ({ status: 200, body: JSON.stringify(body) })
const xml = (action: string, content: string): Answer => ({
  status: 200,
  body: `<${action}Response>${content}</${action}Response>`,
})
const result = (action: string, content: string): Answer => xml(action, `<${action}Result>${content}</${action}Result>`)

/** The answer to an operation; undefined to those that are about something else. */
export function answerQuietAws(account: string, action: string, body: string): Answer | undefined {
  const own = quietResources(account)
  const created = new Date(createdAt * 1000).toISOString()
  switch (action) {
    case 'ListStreams':
      return json({ StreamNames: ['clicks-old', 'clicks'], HasMoreStreams: false })
    case 'DescribeStreamSummary': {
      const { StreamName } = JSON.parse(body)
      const StreamARN = StreamName === 'clicks' ? own.busyStream : own.stream
      const shape = { StreamName, StreamARN, StreamStatus: 'ACTIVE', OpenShardCount: 64, RetentionPeriodHours: 24 }
      return json({ StreamDescriptionSummary: { ...shape, StreamCreationTimestamp: createdAt } })
    }
    case 'ListEndpoints':
      return json({ Endpoints: [{ EndpointName: 'churn-v1', EndpointArn: own.endpoint, CreationTime: createdAt }] })
    case 'DescribeEndpoint':
      return json({
        ...{
          EndpointName: 'churn-v1',
          EndpointArn: own.endpoint,
          EndpointStatus: 'InService',
          CreationTime: createdAt,
          LastModifiedTime: createdAt,
        },
        ProductionVariants: [{ VariantName: 'AllTraffic', CurrentInstanceCount: 2 }],
      })
    case 'ListTables':
      return json({ TableNames: ['orders'] })
    case 'DescribeTable':
      return json({
        Table: {
          ...{ TableName: 'orders', TableArn: own.table, TableStatus: 'ACTIVE', CreationDateTime: createdAt },
          ProvisionedThroughput: { ReadCapacityUnits: 1000, WriteCapacityUnits: 500 },
          GlobalSecondaryIndexes: [
            { IndexName: 'by-day', ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 100 } },
          ],
        },
      })
    case 'DescribeVpnConnections':
      return xml(
        action,
        '<vpnConnectionSet><item><vpnConnectionId>vpn-0001</vpnConnectionId><state>available</state><type>ipsec.1</type></item></vpnConnectionSet>',
      )
    case 'DescribeVolumes':
      return xml(
        action,
        `<volumeSet><item><volumeId>vol-0001</volumeId><size>500</size><volumeType>io2</volumeType><iops>10000</iops><status>in-use</status><createTime>${created}</createTime><attachmentSet><item><instanceId>i-1</instanceId></item></attachmentSet></item></volumeSet>`,
      )
    case 'DescribeCacheClusters':
      return result(
        action,
        `<CacheClusters><CacheCluster><CacheClusterId>sessions</CacheClusterId><ARN>${own.cache}</ARN><CacheNodeType>cache.r6g.large</CacheNodeType><CacheClusterStatus>available</CacheClusterStatus></CacheCluster></CacheClusters>`,
      )
    case 'DescribeClusters':
      return result(
        action,
        '<Clusters><Cluster><ClusterIdentifier>reports</ClusterIdentifier><NodeType>ra3.xlplus</NodeType><NumberOfNodes>2</NumberOfNodes><ClusterStatus>available</ClusterStatus></Cluster></Clusters>',
      )
    case 'DescribeDBInstances':
      return result(
        action,
        `<DBInstances><DBInstance><DBInstanceArn>${own.database}</DBInstanceArn><DBInstanceIdentifier>archive</DBInstanceIdentifier><Engine>postgres</Engine><DBInstanceStatus>available</DBInstanceStatus><StorageType>gp3</StorageType><AllocatedStorage>1000</AllocatedStorage></DBInstance></DBInstances>`,
      )
    case 'DescribeLoadBalancers':
      // The interface of classic ones is older.
      return body.includes('2012-06-01')
        ? undefined
        : result(action, balancersXml([own.balancer, own.busyBalancer], created))
    case 'DescribeTargetGroups':
      return result(action, '<TargetGroups><member><TargetGroupArn>arn:tg</TargetGroupArn></member></TargetGroups>')
    case 'DescribeTargetHealth':
      return result(
        action,
        '<TargetHealthDescriptions><member><Target><Id>i-1</Id></Target></member></TargetHealthDescriptions>',
      )
    case 'GetMetricData':
      return json({ MetricDataResults: metricData(body) })
    default:
      return undefined
  }
}

function balancersXml(arns: readonly string[], created: string): string {
  const members = arns.map(
    (arn) =>
      `<member><LoadBalancerArn>${arn}</LoadBalancerArn><LoadBalancerName>${arn.split('/').at(-2)}</LoadBalancerName><Type>${arn.includes('/app/') ? 'application' : 'network'}</Type><CreatedTime>${created}</CreatedTime><State><Code>active</Code></State></member>`,
  )
  return `<LoadBalancers>${members.join('')}</LoadBalancers>`
}

interface MetricQuery {
  Id: string
  MetricStat: {
    Stat: string
    Period: number
    Metric: { MetricName: string; Dimensions?: { Name: string; Value: string }[] }
  }
}

/** What an hour of each metric is; one that is not here has no values. */
function hourOf({ MetricStat: { Metric } }: MetricQuery): number | undefined {
  const names = (Metric.Dimensions ?? []).map(({ Value }) => Value)
  switch (Metric.MetricName) {
    case 'IncomingRecords':
      return names.includes('clicks') ? 5_000_000 : undefined
    case 'NewFlowCount':
      return 360_000
    case 'ProcessedBytes':
      return names.some((name) => name.startsWith('net/')) ? 9_000_000 : undefined
    case 'ActiveFlowCount':
      return 40
    case 'TunnelDataOut':
      return 100 * hourSeconds
    case 'ConsumedReadCapacityUnits':
      // A tenth of the table and of its index; writes never happen.
      return (names.includes('by-day') ? 10 : 100) * hourSeconds
    case 'VolumeReadOps':
      return 100 * hourSeconds
    case 'VolumeWriteOps':
      return 50 * hourSeconds
    case 'FreeStorageSpace':
      return 900 * 1_073_741_824
    case 'CPUUtilization':
    case 'CurrConnections':
      return 1
    case 'DatabaseConnections':
      return 0
    case 'DatabaseMemoryUsagePercentage':
      return 20
    default:
      return undefined
  }
}

function metricData(body: string): object[] {
  const request: { StartTime: number; EndTime: number; MetricDataQueries: MetricQuery[] } = JSON.parse(body)
  return request.MetricDataQueries.map((query) => {
    const { Period, Stat, Metric } = query.MetricStat
    const value = hourOf(query)
    // The highest minute of a disk: twice the mean.
    const isMinute = Stat === 'Maximum' && Metric.MetricName.startsWith('Volume')
    const share = isMinute ? 2 / 60 : Stat === 'Sum' ? Period / hourSeconds : 1
    const length = value === undefined ? 0 : Math.floor((request.EndTime - request.StartTime) / Period)
    return {
      ...{ Id: query.Id, Label: query.Id, StatusCode: 'Complete' },
      Values: Array.from({ length }, () => (value ?? 0) * share),
      Timestamps: Array.from({ length }, (_, index) => request.StartTime + index * Period),
    }
  })
}
