/** Types of resources as connections, provider exports and customers' own lists name them. */
import type { ResourceKind } from '../inventory-check.ts'

function kind(singular: string, type: RegExp, { plural = `${singular}s`, isListed = false } = {}): ResourceKind {
  return { singular, plural, type, isListed }
}

const listed = { isListed: true }

export const kinds = {
  instance: kind('instance', /^(?:ec2 |compute )?instance$|^virtual machine$/i, listed),
  volume: kind('volume', /volume$|^(?:managed |persistent )?disk$/i, listed),
  snapshot: kind('snapshot', /snapshot$/i, listed),
  database: kind('database', /^(?:sql )?database$|^db instance$|^cloud sql instance$/i, listed),
  bucket: kind('bucket', /^(?:s3 )?bucket$|^storage account$/i, listed),
  loadBalancer: kind('load balancer', /^load balancer$/i, listed),
  address: kind('public address', /\baddress$/i, { plural: 'public addresses', isListed: true }),
  function: kind('function', /^(?:lambda )?function$/i, listed),
  logGroup: kind('log group', /^log (?:group|analytics workspace)$/i, listed),
  kubernetes: kind('Kubernetes cluster', /^(?:kubernetes |eks |gke |aks )?cluster$/i, listed),
  table: kind('table', /^(?:dynamodb )?table$/i, listed),
  cache: kind('cache', /^cache(?: node| cluster)?$/i),
  warehouse: kind('data warehouse', /^data warehouse$/i),
  queue: kind('queue', /^queue$/i),
  trail: kind('trail', /^trail$/i),
  accessKey: kind('access key', /access key$/i),
  user: kind('cloud user', /^(?:iam |cloud )?user$/i),
  account: kind('account', /^(?:cloud |aws |root )?account$|^subscription$|^project$/i),
  secret: kind('secret', /^secret$/i),
  encryptionKey: kind('encryption key', /^(?:kms|encryption) key$/i),
  certificate: kind('certificate', /certificate$/i),
  securityGroup: kind('security group', /^(?:network )?security group$|^firewall rule$/i),
  image: kind('machine image', /^(?:machine )?image$|^ami$/i),
  repository: kind('image repository', /repository$/i, { plural: 'image repositories' }),
} satisfies Record<string, ResourceKind>
