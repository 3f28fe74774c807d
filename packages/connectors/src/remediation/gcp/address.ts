/** Google's resource names: `projects/p/zones/z/instances/i` is the path in each API, and Kept's id. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget } from '@kept/domain/remediation.ts'

const part = /^[\w.:-]+$/

/** The path of a target, each part validated: it becomes part of a URL. */
export function pathOf({ id, name }: RemediationTarget): string {
  const path = id.replace(/^(https:)?\/\/[\w.-]+\/(compute\/)?(v\d\w*\/)?/, '')
  const parts = path.split('/')
  if (parts[0] === 'projects' && parts.length % 2 === 0 && parts.every((segment) => part.test(segment))) return path
  throw new KeptError('bad_input', `To act on ${name}, Kept needs its full name (projects/.../...) as its id.`)
}

/** `projects/p/zones/z/...` as a map from collection to name. */
export function partsOf(target: RemediationTarget): Record<string, string> {
  const parts = pathOf(target).split('/')
  return Object.fromEntries(parts.flatMap((segment, n) => (n % 2 === 0 ? [[segment, parts[n + 1] ?? '']] : [])))
}

export const runApi = 'https://run.googleapis.com/v2'
export const functionsApi = 'https://cloudfunctions.googleapis.com/v2'
export const computeApi = 'https://compute.googleapis.com/compute/v1'
export const json = { 'content-type': 'application/json' }
