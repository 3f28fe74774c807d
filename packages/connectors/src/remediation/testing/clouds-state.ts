/** For tests: the state of the emulated clouds, and their request handlers. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ContainersState } from './containers-state.ts'

export interface EmulatedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export interface EmulatedResponse {
  status: number
  body: string | object
}
/** Answers its own requests, else returns undefined. */
export type EmulatedApi = (request: EmulatedRequest, clouds: CloudsState) => EmulatedResponse | undefined

export interface CloudsState {
  lambda: { reserved: number | null }
  mappings: Record<string, { enabled: boolean; function: string; source: string }>
  queueDelay: number
  group: { min: number; max: number; desired: number; suspended: string[] }
  machines: Record<string, boolean>
  scaleSet: { capacity: number; running: boolean; autoscale: boolean }
  run: { mode: string; instances: number }
  function: { maxInstances: number }
  instanceGroup: { size: number; mode: string }
  replicas: Record<string, number>
  suspended: boolean
  volumes: Record<string, EmulatedVolume>
  /** CloudWatch: instants at which a volume was written, and whether the keys may not read them. */
  volumeUse: { at: Record<string, string[]>; isDenied: boolean }
  image: {
    id: string
    location: 'account' | 'bin' | 'gone'
    snapshots: string[]
    /** Snapshots that were restored from the Recycle Bin. */
    restored: string[]
    isCovered: boolean
    /** An instance that runs from it. */
    instance: string
    /** Resource types with a retention rule, and how often a rule was requested. */
    rules: string[]
    requested: number
  }
  /** Documents of Azure by their id. */
  azure: Record<string, { properties?: Record<string, unknown> } & Record<string, unknown>>
  sized: { azure: string; azureRunning: boolean; google: string; googleRunning: boolean }
  google: {
    disks: GoogleItem[]
    addresses: GoogleItem[]
    snapshots: string[]
    /** The number of the disk by the name of its snapshot. */
    snapshotDisks: Record<string, string>
  }
  sql: Record<string, string>
  containers: ContainersState
  snapshots: Record<string, { volume: EmulatedVolume; tags: Record<string, string>; startedAt?: string }>
  /** Elastic IP addresses by their allocation ID. */
  addresses: Record<string, { address: string; tags: Record<string, string> }>
  /** Load balancers by their ARN; targets are registered in their one target group. */
  balancers: Record<string, { tags: Record<string, string>; targets: string[] }>
  /** What Azure and Google Cloud delete stays until `finishDeletions`, in the state in which they show it. */
  slowDeletions: boolean
}

type GoogleItem = { id: string; name: string; labels?: Record<string, string> } & Record<string, unknown>

export interface EmulatedVolume {
  type: string
  size: number
  attached: boolean
  tags: Record<string, string>
}
