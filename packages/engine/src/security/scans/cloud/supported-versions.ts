/**
 * Whether the cloud that runs a version still supports it, by the days that it publishes. A version that its cloud
 * does not list is unknown, never supported; so is one of a cloud without a list.
 */
import { type Cloud, cloudOf } from '../../../rules/reading/cloud-of.ts'
import { awsSupport } from './versions/aws.ts'
import { azureSupport } from './versions/azure.ts'
import { googleSupport } from './versions/google.ts'
import type { SupportTable } from './versions/support-table.ts'

export const supportTables: Readonly<Partial<Record<Cloud, SupportTable>>> = {
  aws: awsSupport,
  azure: azureSupport,
  gcp: googleSupport,
}

/** What is asked of a version that a resource has: the provider as the inventory names it, and a day. */
interface SupportQuery {
  provider: string
  today: string
}

const tableOf = (provider: string) => supportTables[cloudOf(provider)]

/** Undefined: the version is unknown, or newer than the list. */
export function isSupportedKubernetes(version: string, { provider, today }: SupportQuery): boolean | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  const until = tableOf(provider)?.kubernetes.until
  if (until === undefined || major === undefined || minor === undefined) return undefined
  const day = until[`${major}.${minor}`]
  if (day !== undefined) return today <= day
  const listed = Object.keys(until).map((name) => Number(name.split('.')[1]))
  return major === '1' && Number(minor) < Math.min(...listed) ? false : undefined
}

/** Undefined: a container, or a runtime that is not in the list. */
export function isSupportedRuntime(runtime: string, { provider, today }: SupportQuery): boolean | undefined {
  const until = tableOf(provider)?.runtimes.until.find(([pattern]) => pattern.test(runtime.toLowerCase()))?.[1]
  return until === undefined ? undefined : today <= until
}
