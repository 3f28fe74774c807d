/** For tests: the state of the emulated clouds, and their request handlers. */
import type { IncomingHttpHeaders } from 'node:http'

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
  snapshots: Record<string, { volume: EmulatedVolume; tags: Record<string, string> }>
}

export interface EmulatedVolume {
  type: string
  size: number
  attached: boolean
  tags: Record<string, string>
}
