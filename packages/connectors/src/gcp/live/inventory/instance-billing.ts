/** Of an instance of Compute Engine, what makes it billed otherwise than by its vCPUs and memory alone. */
import * as z from 'zod'
import { type GcpResource, lastPart, readData } from '../define-port.ts'
import { number, text } from './values.ts'

/** Whose images cost nothing, and options of an instance that are marked as a license. */
const freeLicenses =
  /\/projects\/(?:almalinux|centos|cos|debian|fedora|fedora-coreos|opensuse|rocky-linux|ubuntu-os|ubuntu-os-gke)-cloud\/|\/projects\/(?:gke-node-images|deeplearning-platform-release|vm-options)\//

interface InstanceBilling {
  lifecycle: 'spot' | undefined
  /** On a sole-tenant node, which is billed. */
  tenancy: 'host' | undefined
  /** The reservation that it was set to use. */
  capacity_reservation: string | undefined
  /** "2 nvidia-tesla-t4". */
  accelerators: string | undefined
  /** The first that may cost something, such as "windows-cloud/windows-server-2022-dc". */
  license: string | undefined
  local_disks: number | undefined
  confidential: true | undefined
  network_tier: string | undefined
}

export function readBilling(resource: GcpResource): InstanceBilling {
  const { scheduling, reservationAffinity, guestAccelerators, disks, ...rest } = readData(resource, {
    scheduling: z.object({
      preemptible: z.boolean().nullish(),
      provisioningModel: text.nullish(),
      nodeAffinities: z.array(z.unknown()).nullish(),
    }),
    reservationAffinity: z.object({ consumeReservationType: text.nullish(), values: z.array(text).nullish() }),
    guestAccelerators: z.array(z.object({ acceleratorType: text, acceleratorCount: number.nullish() })),
    disks: z.array(z.object({ type: text.nullish(), licenses: z.array(text).nullish() })),
    confidentialInstanceConfig: z.object({ enableConfidentialCompute: z.boolean().nullish() }),
    networkPerformanceConfig: z.object({ totalEgressBandwidthTier: text.nullish() }),
  })
  const isSpot = scheduling?.preemptible === true || scheduling?.provisioningModel === 'SPOT'
  const licenses = (disks ?? []).flatMap((disk) => disk.licenses ?? [])
  const tier = rest.networkPerformanceConfig?.totalEgressBandwidthTier?.toLowerCase()
  const { acceleratorType, acceleratorCount } = guestAccelerators?.[0] ?? {}
  return {
    lifecycle: isSpot ? 'spot' : undefined,
    tenancy: (scheduling?.nodeAffinities ?? []).length > 0 ? 'host' : undefined,
    capacity_reservation:
      reservationAffinity?.consumeReservationType === 'SPECIFIC_RESERVATION'
        ? lastPart(reservationAffinity.values?.[0]) || 'specific'
        : undefined,
    accelerators: acceleratorType === undefined ? undefined : `${acceleratorCount ?? 1} ${lastPart(acceleratorType)}`,
    license: licenses
      .find((license) => !freeLicenses.test(license))
      ?.replace(/^.*\/projects\/|global\/licenses\//g, ''),
    local_disks: (disks ?? []).filter(({ type }) => type === 'SCRATCH').length || undefined,
    confidential: rest.confidentialInstanceConfig?.enableConfidentialCompute || undefined,
    network_tier: tier === undefined || tier === 'default' ? undefined : tier,
  }
}
