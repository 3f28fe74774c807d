/** What connections list of a kind of resource: what they list, its absence means something; what they may not, cannot be known. */
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { counted } from '@kept/foundation/format/number.ts'

interface UnreadUnit {
  dataset: SyncDataset
  account_id: string
}

/** A unit of a connection that ended in a denial. */
interface DeniedUnit extends UnreadUnit {
  /** The permission that is missing, such as "iam:GetCredentialReport". */
  missing_action: string
}

/** A kind of resource, by what connections list it. */
interface ListedKind {
  plural: string
  datasets: readonly SyncDataset[]
}

export interface InventoryCoverage {
  /** Datasets that were read completely in at least one account. */
  complete: readonly SyncDataset[]
  denied: readonly DeniedUnit[]
  /** Units that were never read to their end, and are going to be. */
  unread: readonly UnreadUnit[]
  /** Regions of accounts whose trails were read to their end. */
  trail_regions: readonly { account_id: string; region: string }[]
}

export function isCovered({ datasets }: ListedKind, coverage: InventoryCoverage | undefined): boolean {
  return datasets.some((dataset) => coverage?.complete.includes(dataset) ?? false)
}

/** Why some of the kind could not be listed, in one sentence; '' when all were. */
export function missingSentence({ datasets, plural }: ListedKind, coverage: InventoryCoverage | undefined): string {
  const isOfKind = ({ dataset }: UnreadUnit) => datasets.includes(dataset)
  const denied = (coverage?.denied ?? []).filter(isOfKind)
  const unread = (coverage?.unread ?? []).filter(isOfKind)
  if (denied.length > 0) {
    const permissions = [...new Set(denied.map(({ missing_action }) => missing_action))].sort().join(', ')
    return `Kept may not list all ${plural}: it lacks the permission ${permissions} in ${accounts(denied)}.`
  }
  return unread.length > 0 ? `Kept has not yet listed all ${plural} of ${accounts(unread)}.` : ''
}

function accounts(units: readonly UnreadUnit[]): string {
  return counted(new Set(units.map(({ account_id }) => account_id)).size, 'account')
}
