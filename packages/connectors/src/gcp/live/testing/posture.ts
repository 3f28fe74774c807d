/**
 * For tests: assets of each kind that security checks are about, all as they should be, or all as they should not, in
 * the shapes of Cloud Asset Inventory.
 */
interface Posture {
  isSound: boolean
  /** In milliseconds; recent and old are counted from here. */
  nowMs: number
}

/** For `assets` of the small Google Cloud. */
export function googlePosture(posture: Posture): (project: string, type: string) => object[] {
  const all: Readonly<Record<string, object>> = { ...computed(posture), ...stored(posture), ...guarded(posture) }
  return (project, type) => {
    const data = all[type]
    const name = assetName(project, type)
    return data === undefined ? [] : [{ name, assetType: type, resource: { location: 'europe-west1', data } }]
  }
}

function assetName(project: string, type: string): string {
  const [service = '', kind = ''] = type.split('/')
  return `//${service}/projects/${project}/${paths[type] ?? `${kind.toLowerCase()}s/thing`}`
}

const publicTypes = [
  'storage.googleapis.com/Bucket',
  'compute.googleapis.com/Snapshot',
  'compute.googleapis.com/Image',
  'bigquery.googleapis.com/Dataset',
] as const

/** For `members` of the small Google Cloud: policies of an unsound project let everyone in. */
export function googleMembers({ isSound }: Posture): (project: string) => Record<string, string[]> {
  const members = isSound ? ['user:ana@example.com'] : ['user:ana@example.com', 'allUsers']
  return (project) => ({
    ...Object.fromEntries(publicTypes.map((type) => [assetName(project, type), members])),
    // The service behind the function.
    [`//run.googleapis.com/projects/${project}/locations/europe-west1/services/pay`]: members,
  })
}

/** For `keyUses` of the small Google Cloud: by number of the account, as Policy Analyzer names it. */
export function googleKeyUses({ isSound, nowMs }: Posture): (project: string) => Record<string, string | null> {
  return (project) => ({
    [`//iam.googleapis.com/projects/${project}/serviceAccounts/42/keys/other`]: null,
    [`//iam.googleapis.com/projects/${project}/serviceAccounts/42/keys/1`]: isSound ? daysBefore(nowMs, 3) : null,
  })
}

const paths: Readonly<Record<string, string>> = {
  'iam.googleapis.com/ServiceAccountKey': 'serviceAccounts/reader@shop.iam.gserviceaccount.com/keys/1',
  'secretmanager.googleapis.com/Secret': 'secrets/card',
  'secretmanager.googleapis.com/SecretVersion': 'secrets/card/versions/1',
}
const proxies = 'https://www.googleapis.com/compute/v1/projects/shop/regions/europe-west1'

const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * 86_400_000).toISOString()

function computed({ isSound, nowMs }: Posture): Record<string, object> {
  const time = daysBefore(nowMs, isSound ? 10 : 500)
  const target = `${proxies}/${isSound ? 'targetHttpsProxies' : 'targetHttpProxies'}/web`
  const cluster = {
    privateClusterConfig: { enablePrivateEndpoint: true },
    databaseEncryption: { state: 'ENCRYPTED' },
  }
  return {
    'compute.googleapis.com/Instance': isSound
      ? { status: 'RUNNING', labels: { owner: 'ana' }, serviceAccounts: [{ email: 'web@shop' }] }
      : {
          ...{ status: 'TERMINATED', lastStopTimestamp: time },
          networkInterfaces: [{ accessConfigs: [{ natIP: '203.0.113.9' }] }],
        },
    'compute.googleapis.com/Disk': isSound
      ? { status: 'READY', users: ['https://www.googleapis.com/compute/v1/projects/shop/zones/a/instances/web'] }
      : { status: 'READY', lastDetachTimestamp: time },
    'compute.googleapis.com/Snapshot': { status: 'READY', creationTimestamp: time },
    'compute.googleapis.com/Address': isSound
      ? { status: 'IN_USE', addressType: 'EXTERNAL' }
      : { status: 'RESERVED', addressType: 'EXTERNAL' },
    'compute.googleapis.com/BackendService': { selfLink: target, backends: isSound ? [{ group: 'web' }] : [] },
    // Without a redirect to HTTPS.
    'compute.googleapis.com/TargetHttpProxy': { selfLink: target, urlMap: `${proxies}/urlMaps/web` },
    'compute.googleapis.com/UrlMap': { selfLink: `${proxies}/urlMaps/web` },
    'compute.googleapis.com/ForwardingRule': { loadBalancingScheme: 'EXTERNAL', target },
    'container.googleapis.com/Cluster': {
      ...{ status: 'RUNNING', currentMasterVersion: isSound ? '1.35.1-gke.1' : '1.27.3-gke.1' },
      ...(isSound && cluster),
    },
  }
}

function stored({ isSound }: Posture): Record<string, object> {
  const backupRetentionSettings = { retainedBackups: isSound ? 14 : 1, retentionUnit: 'COUNT' }
  return {
    'sqladmin.googleapis.com/Instance': {
      labels: { env: 'production' },
      settings: {
        ...{ availabilityType: isSound ? 'REGIONAL' : 'ZONAL', deletionProtectionEnabled: isSound },
        ipConfiguration: { ipv4Enabled: !isSound },
        backupConfiguration: { enabled: true, backupRetentionSettings },
      },
    },
    'redis.googleapis.com/Instance': { transitEncryptionMode: isSound ? 'SERVER_AUTHENTICATION' : 'DISABLED' },
    'storage.googleapis.com/Bucket': isSound
      ? {
          ...{ lifecycle: { rule: [{}] }, versioning: { enabled: true }, logging: { logBucket: 'logs' } },
          iamConfiguration: { publicAccessPrevention: 'inherited' },
        }
      : {},
    'logging.googleapis.com/LogBucket': isSound
      ? { retentionDays: 90, cmekSettings: { kmsKeyName: 'k' } }
      : { retentionDays: 30 },
  }
}

function guarded({ isSound, nowMs }: Posture): Record<string, object> {
  const time = daysBefore(nowMs, isSound ? 10 : 500)
  const allowed = [{ IPProtocol: 'tcp', ports: [isSound ? '443' : '22'] }]
  const enablementState = isSound ? 'SCANNING_ACTIVE' : 'SCANNING_DISABLED'
  const service = 'projects/shop-production/locations/europe-west1/services/pay'
  return {
    'compute.googleapis.com/Image': { status: 'READY', creationTimestamp: time },
    'bigquery.googleapis.com/Dataset': {},
    'firestore.googleapis.com/Database': isSound
      ? { deleteProtectionState: 'DELETE_PROTECTION_ENABLED', cmekConfig: { kmsKeyName: 'k' } }
      : { deleteProtectionState: 'DELETE_PROTECTION_DISABLED' },
    'pubsub.googleapis.com/Topic': {},
    'logging.googleapis.com/LogSink': { destination: 'storage.googleapis.com/audit' },
    'cloudfunctions.googleapis.com/Function': {
      state: 'ACTIVE',
      buildConfig: { runtime: isSound ? 'python313' : 'python38' },
      serviceConfig: { service, ingressSettings: 'ALLOW_ALL' },
    },
    'compute.googleapis.com/Firewall': { direction: 'INGRESS', sourceRanges: ['0.0.0.0/0'], allowed },
    'iam.googleapis.com/ServiceAccountKey': { keyType: 'USER_MANAGED', validAfterTime: time },
    'cloudkms.googleapis.com/CryptoKey': {
      purpose: 'ENCRYPT_DECRYPT',
      ...(isSound && { rotationPeriod: '7776000s' }),
    },
    'secretmanager.googleapis.com/SecretVersion': { createTime: time },
    'secretmanager.googleapis.com/Secret': {},
    'compute.googleapis.com/SslCertificate': { expireTime: daysBefore(nowMs, isSound ? -300 : -10) },
    'artifactregistry.googleapis.com/Repository': {
      format: 'DOCKER',
      vulnerabilityScanningConfig: { enablementState },
    },
  }
}
