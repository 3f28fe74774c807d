/** What an import was asked to read, found on disk or by address, opened and recognised. */
import { formats } from '@kept/connectors/all.ts'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import { type BillInput, openBills } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { IngestDoors } from './doors.ts'

export interface Openers {
  warehouse: Warehouse
  /** Where an upload's bytes lie. */
  pathOfUpload(id: string): string
  /** Holds the credentials for buckets. */
  environment: Record<string, string | undefined>
}

export function deliveryOpener({ warehouse, pathOfUpload, environment }: Openers): IngestDoors['openDelivery'] {
  return (inputs, { format, mapping, ...options }) => {
    const described = mapping && genericFormat(mapping)
    return openBills(
      warehouse,
      inputs.map((input): BillInput => {
        if (input.kind === 'url') return input
        return { kind: 'file', path: input.kind === 'upload' ? pathOfUpload(input.id) : input.path, name: input.name }
      }),
      described ? [described, ...formats] : formats,
      { ...options, format: described?.id ?? format, environment },
    )
  }
}
