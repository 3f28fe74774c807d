/** What the screens say of each cloud. */
import type { CloudKind, ConnectionKind, StorageKind } from '@kept/domain/connection-kind.ts'
import type { SignIn } from './sign-in.ts'
import { awsSignIns } from './sign-ins/aws.ts'
import { azureSignIns } from './sign-ins/azure.ts'
import { gcpSignIns } from './sign-ins/gcp.ts'
import { kubernetesSignIns } from './sign-ins/kubernetes.ts'
import { ociSignIns } from './sign-ins/oci.ts'

interface CloudDescription {
  label: string
  /** "subscription" */
  account: string
  /** What connecting adds, on the card that offers it. */
  adds: string
  namePlaceholder: string
  /** The recommended one first, stored keys last. */
  signIns: readonly SignIn[]
  /** Other names that a person searches for. */
  keywords: string
}

export const clouds: Readonly<Record<CloudKind, CloudDescription>> = {
  aws: {
    label: 'AWS',
    account: 'account',
    adds: 'Adds inventory and metrics of all accounts and regions. The first recommendations need no bill.',
    namePlaceholder: 'AWS, Northwind organization',
    signIns: awsSignIns,
    keywords: 'amazon web services ec2',
  },
  azure: {
    label: 'Azure',
    account: 'subscription',
    adds: 'Adds inventory and metrics of all subscriptions. The first recommendations need no bill.',
    namePlaceholder: 'Azure, Northwind tenant',
    signIns: azureSignIns,
    keywords: 'microsoft entra subscription',
  },
  gcp: {
    label: 'Google Cloud',
    account: 'project',
    adds: 'Adds inventory and metrics of all projects. The first recommendations need no bill.',
    namePlaceholder: 'Google Cloud, Northwind',
    signIns: gcpSignIns,
    keywords: 'gcp google cloud platform compute engine',
  },
  oci: {
    label: 'Oracle Cloud',
    account: 'compartment',
    adds: 'Adds inventory of all compartments and regions, and the cost reports, every day.',
    namePlaceholder: 'Oracle Cloud, Northwind',
    signIns: ociSignIns,
    keywords: 'oci oracle cloud infrastructure',
  },
  kubernetes: {
    label: 'Kubernetes',
    account: 'cluster',
    adds: 'Adds workloads, containers and what they use of their requests.',
    namePlaceholder: 'Kubernetes, shop cluster',
    signIns: kubernetesSignIns,
    keywords: 'k8s eks aks gke openshift containers pods',
  },
}

/** Folders of exports, which are read by their manifests. */
export const exportFolders = {
  label: 'Exports in a bucket',
  adds: 'Reads the bills that your cloud exports, three times a day. A month that is exported again is replaced.',
  keywords: 'focus cur data export billing storage minio s3 blob gcs manifest schedule',
} as const

const storageLabels: Readonly<Record<StorageKind, string>> = {
  s3: 'Amazon S3',
  azure_blob: 'Azure Blob Storage',
  gcs: 'Google Cloud Storage',
}

/** What the card and the page of any connection say of its kind. */
export function describeKind(kind: ConnectionKind): { label: string; account: string; unit: string; keywords: string } {
  if (kind === 's3' || kind === 'azure_blob' || kind === 'gcs')
    return { label: storageLabels[kind], account: 'export', unit: 'month', keywords: exportFolders.keywords }
  const { label, account, keywords } = clouds[kind]
  return { label, account, unit: 'unit', keywords }
}
