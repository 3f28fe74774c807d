/**
 * What a cloud has no notion of, or records for no one: a check says so instead of asking for an inventory that holds
 * it. Every other pair of a check and a cloud is known by a connection.
 */
import type { InventoryRow } from '@kept/domain/facts.ts'

interface CloudGap {
  /** False where the cloud has no such thing: then the check is not about its resources. */
  exists: boolean
  /** One sentence. */
  reason: string
}

const missing = (reason: string): CloudGap => ({ exists: false, reason })
const unrecorded = (reason: string): CloudGap => ({ exists: true, reason })

/** By provider, as bills and the inventory name it, and by the ID of a check. */
export const cloudGaps: Readonly<Record<string, Readonly<Record<string, CloudGap>>>> = {
  Microsoft: {
    'instance-metadata-tokens': missing('Azure has no tokens for the metadata of instances.'),
    'access-key-used': unrecorded('Azure does not record when a key of a storage account was last used.'),
    'cloud-user-second-factor': unrecorded(
      'Users of Azure are in Microsoft Entra ID, which a role in Azure cannot read.',
    ),
    'cloud-user-active': unrecorded('Users of Azure are in Microsoft Entra ID, which a role in Azure cannot read.'),
    'root-second-factor': missing('Azure has no root user.'),
    'root-not-used': missing('Azure has no root user.'),
    'secret-used': unrecorded('Azure does not record when a secret was last read.'),
    'trail-validated': missing('Azure signs no digest of exported logs.'),
  },
  'Google Cloud': {
    'instance-metadata-tokens': missing('Google Cloud has no tokens for the metadata of instances.'),
    'security-group-used': missing('Firewall rules of Google Cloud have no members.'),
    'cloud-user-second-factor': unrecorded(
      'Users of Google Cloud are in Google Workspace or Cloud Identity, which a role in a project cannot read.',
    ),
    'cloud-user-active': unrecorded(
      'Users of Google Cloud are in Google Workspace or Cloud Identity, which a role in a project cannot read.',
    ),
    'root-second-factor': missing('Google Cloud has no root user.'),
    'root-not-used': missing('Google Cloud has no root user.'),
    'secret-used': unrecorded('Google Cloud does not record when a secret was last read.'),
    'trail-validated': missing('Google Cloud signs no digest of exported logs.'),
  },
}

export function gapOf(check: string, provider: string): CloudGap | undefined {
  return cloudGaps[provider]?.[check]
}

/** Of the clouds of these resources, each reason once, as the end of a sentence; '' without any. */
export function gapReasons(check: string, rows: readonly Pick<InventoryRow, 'provider'>[]): string {
  const reasons = new Set(rows.flatMap(({ provider }) => gapOf(check, provider)?.reason ?? []))
  return [...reasons].map((reason) => ` ${reason}`).join('')
}
