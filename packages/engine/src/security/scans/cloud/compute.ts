/** Instances, functions, clusters and images. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type InventoryCheck, isFlag, isValue, isYoungerThan, requiresAttribute } from '../inventory-check.ts'
import { kinds } from './kinds.ts'
import { isSupportedKubernetes, isSupportedRuntime } from './supported-versions.ts'

/** AWS Security Hub EC2.4: a stopped instance of 30 days is removed. */
const STOPPED_DAYS = 30
/** An image without a year of patches. */
const IMAGE_DAYS = 365
const isStopped = (state: string) => /stopped|deallocated|terminated|suspended/.test(state)

export const computeChecks: readonly InventoryCheck[] = [
  {
    id: 'instance-not-long-stopped',
    title: `No instance is stopped for more than ${STOPPED_DAYS} days`,
    severity: 'medium',
    kind: kinds.instance,
    requires: 'its state, or since when it is in it,',
    evaluate({ state, state_since }, { today }) {
      if (state === '') return undefined
      if (!isStopped(state)) return true
      return state_since === '' ? undefined : daysBetween(state_since, today) <= STOPPED_DAYS
    },
  },
  {
    id: 'instance-metadata-tokens',
    title: 'Instances require a token for their metadata (IMDSv2)',
    severity: 'high',
    kind: kinds.instance,
    ...isValue('metadata_tokens', (value) => value === 'required'),
  },
  {
    id: 'instance-no-public-address',
    title: 'Instances have no public address',
    severity: 'medium',
    kind: kinds.instance,
    ...isValue('public_address', (value) => value === 'none'),
  },
  {
    id: 'instance-role',
    title: 'Instances have a role instead of stored credentials',
    severity: 'medium',
    kind: kinds.instance,
    ...isValue('instance_role', (value) => value !== 'none'),
  },
  {
    id: 'instance-owner',
    title: 'Every instance has an owner',
    severity: 'low',
    kind: kinds.instance,
    requires: 'an owner',
    evaluate: ({ owner, tags }) =>
      owner !== '' || Object.entries(tags).some(([key, value]) => /^(?:owner|team)$/i.test(key) && value !== ''),
  },
  {
    id: 'function-supported-runtime',
    title: 'Functions use a runtime that gets security updates',
    severity: 'medium',
    kind: kinds.function,
    ...requiresAttribute('runtime'),
    evaluate: ({ provider, attributes: { runtime } }, { today }) =>
      isSupportedRuntime(runtime ?? '', { provider, today }),
  },
  {
    id: 'function-not-public',
    title: 'Functions are not open to everyone',
    severity: 'critical',
    kind: kinds.function,
    ...isFlag('public', false),
  },
  {
    id: 'kubernetes-supported-version',
    title: 'Kubernetes clusters run a supported version',
    severity: 'high',
    kind: kinds.kubernetes,
    ...requiresAttribute('version'),
    evaluate: ({ provider, attributes: { version } }, { today }) =>
      isSupportedKubernetes(version ?? '', { provider, today }),
  },
  {
    id: 'kubernetes-private-endpoint',
    title: 'The API of Kubernetes clusters is not public',
    severity: 'high',
    kind: kinds.kubernetes,
    ...isFlag('public_endpoint', false),
  },
  {
    id: 'kubernetes-secrets-encrypted',
    title: 'Kubernetes secrets are encrypted with a key of the customer',
    severity: 'medium',
    kind: kinds.kubernetes,
    ...isFlag('secrets_encrypted'),
  },
  {
    id: 'image-recent',
    title: 'Machine images are younger than a year',
    severity: 'low',
    kind: kinds.image,
    ...isYoungerThan(IMAGE_DAYS),
  },
  {
    id: 'image-not-public',
    title: 'Machine images are not public',
    severity: 'critical',
    kind: kinds.image,
    ...isFlag('public', false),
  },
  {
    id: 'repository-scanned',
    title: 'Images are scanned when they are pushed',
    severity: 'medium',
    kind: kinds.repository,
    ...isFlag('scan_on_push'),
  },
]
