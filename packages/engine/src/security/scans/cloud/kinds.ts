/** Types of resources as connections, provider exports and customers' own lists name them. */
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import type { ResourceKind } from '../inventory-check.ts'

/** `datasets` are those of connections that list the kind, of all clouds. */
function kind(
  singular: string,
  type: RegExp,
  datasets: readonly SyncDataset[],
  { plural = `${singular}s`, isListed = false } = {},
): ResourceKind {
  return { singular, plural, type, datasets, isListed }
}

const listed = { isListed: true }

export const kinds = {
  instance: kind('instance', /^(?:ec2 |compute )?instance$|^virtual machine$/i, ['ec2', 'compute'], listed),
  volume: kind('volume', /volume$|^(?:managed |persistent )?disk$/i, ['ec2', 'compute'], listed),
  snapshot: kind('snapshot', /snapshot$/i, ['ec2', 'compute'], listed),
  database: kind('database', /^(?:sql )?database$|^db instance$|^cloud sql instance$/i, ['rds', 'databases'], listed),
  bucket: kind('bucket', /^(?:s3 )?bucket$|^storage account$/i, ['s3', 'storage'], listed),
  loadBalancer: kind('load balancer', /^load balancer$/i, ['elb', 'network'], listed),
  address: kind('public address', /\baddress$/i, ['ec2', 'network'], { plural: 'public addresses', isListed: true }),
  function: kind('function', /^(?:lambda )?function$/i, ['lambda', 'apps'], listed),
  logGroup: kind('log group', /^log (?:group|analytics workspace)$/i, ['logs', 'storage'], listed),
  kubernetes: kind('Kubernetes cluster', /^(?:kubernetes |eks |gke |aks )?cluster$/i, ['eks', 'clusters'], listed),
  table: kind(
    'table',
    /^(?:dynamodb )?table$|^cosmos db account$|^firestore database$/i,
    ['dynamodb', 'tables'],
    listed,
  ),
  cache: kind('cache', /^cache(?: node| cluster)?$/i, ['caches']),
  warehouse: kind('data warehouse', /^data warehouse$/i, ['warehouses']),
  queue: kind('queue', /^queue$|^message topic$|^service bus namespace$/i, ['queues']),
  trail: kind('trail', /^trail$/i, ['trails']),
  accessKey: kind('access key', /(?:access|service account|storage account) key$/i, ['identity']),
  user: kind('cloud user', /^(?:iam |cloud )?user$/i, ['identity']),
  account: kind('account', /^(?:cloud |aws |root )?account$|^subscription$|^project$/i, ['identity']),
  secret: kind('secret', /^secret$/i, ['secrets']),
  encryptionKey: kind('encryption key', /^(?:kms|encryption) key$/i, ['keys']),
  certificate: kind('certificate', /certificate$/i, ['certificates']),
  securityGroup: kind('security group', /^(?:network )?security group$|^firewall rule$/i, ['firewalls']),
  image: kind('machine image', /^(?:machine )?image$|^ami$/i, ['ec2', 'images']),
  repository: kind('image repository', /repository$|^container registry$/i, ['repositories'], {
    plural: 'image repositories',
  }),
} satisfies Record<string, ResourceKind>
