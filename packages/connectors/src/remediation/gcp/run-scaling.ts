/** How a Cloud Run service scales: automatically, or manually to a number. Manually to 0 it serves nothing. */
import type { PlannedRequest } from '@kept/domain/remediation.ts'
import { type CloudRequest, requestJson } from '../remedy.ts'
import { json, runApi } from './address.ts'

export type RunScaling = { mode: 'AUTOMATIC' | 'MANUAL'; instances: number }

export async function readScaling(
  sendRequest: CloudRequest,
  service: string,
  signal?: AbortSignal,
): Promise<RunScaling> {
  const { scaling } = await requestJson<{ scaling?: { scalingMode?: string; manualInstanceCount?: number } }>(
    sendRequest,
    { method: 'GET', url: `${runApi}/${service}` },
    signal,
  )
  if (scaling?.scalingMode !== 'MANUAL') return { mode: 'AUTOMATIC', instances: 0 }
  return { mode: 'MANUAL', instances: scaling.manualInstanceCount ?? 0 }
}

export function scalingRequests(service: string, from: RunScaling, to: RunScaling): PlannedRequest[] {
  if (from.mode === to.mode && from.instances === to.instances) return []
  const isManual = to.mode === 'MANUAL'
  // Fields in the mask that the body leaves out return to their default.
  return [
    {
      method: 'PATCH',
      url: `${runApi}/${service}?updateMask=scaling.scalingMode,scaling.manualInstanceCount`,
      body: JSON.stringify({
        name: service,
        scaling: { scalingMode: to.mode, ...(isManual && { manualInstanceCount: to.instances }) },
      }),
      headers: json,
    },
  ]
}

export function describeScaling({ mode, instances }: RunScaling): string {
  if (mode === 'AUTOMATIC') return 'scaling by itself'
  return instances === 0 ? 'off (0 instances by hand)' : `at ${instances} instance${instances === 1 ? '' : 's'} by hand`
}

export const runPermissions = ['run.services.get', 'run.services.update', 'run.operations.get']
