/** For tests: what the emulated clouds hold, and how their APIs are asked. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export interface Said {
  status: number
  body: string | object
}
/** Answers what is its own, else undefined. */
export type EmulatedApi = (asked: Asked, clouds: CloudsState) => Said | undefined

export interface CloudsState {
  lambda: { reserved: number | null }
  mappings: Record<string, { on: boolean; function: string; source: string }>
  queueDelay: number
  group: { min: number; max: number; desired: number; suspended: string[] }
  machines: Record<string, boolean>
  scaleSet: { capacity: number; running: boolean; autoscale: boolean }
  run: { mode: string; instances: number }
  function: { most: number }
  instanceGroup: { size: number; mode: string }
  replicas: Record<string, number>
  suspended: boolean
}
