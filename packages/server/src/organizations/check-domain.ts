/** Verifies domain ownership by a DNS TXT record. */
import { Resolver } from 'node:dns/promises'
import { codeOf } from '@kept/foundation/thrown.ts'
import type { FoundDomain } from '@kept/store/people/domains.ts'

/** How long a verified domain stays verified while DNS does not respond. A removed record ends it immediately. */
const graceMs = 7 * 24 * 3600 * 1000

interface DomainRecord {
  type: 'TXT'
  name: string
  value: string
}

export function recordOf({ domain, token }: Pick<FoundDomain, 'domain' | 'token'>): DomainRecord {
  return { type: 'TXT', name: `_kept-verification.${domain}`, value: `kept-verification=${token}` }
}

/** `found`: the record exists; `missing`: DNS answered without it; `unreachable`: DNS did not answer. */
type LookUp = { result: 'found' } | { result: 'missing' | 'unreachable'; failure: string }

/** Queries the system's DNS servers, or the given one ("address" or "address:port"). */
export async function lookUpRecord(record: DomainRecord, dnsServer: string | undefined): Promise<LookUp> {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (dnsServer !== undefined) resolver.setServers([dnsServer])
  try {
    const values = (await resolver.resolveTxt(record.name)).map((chunks) => chunks.join(''))
    if (values.includes(record.value)) return { result: 'found' }
    return {
      result: 'missing',
      failure: `The TXT record ${record.name} does not have the value shown here. DNS changes can take an hour.`,
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTFOUND' || code === 'ENODATA')
      return {
        result: 'missing',
        failure: `TXT record ${record.name} not found. Add it at your DNS provider. It can take an hour.`,
      }
    return {
      result: 'unreachable',
      failure: `The DNS servers of this domain did not respond (${code ?? 'no answer'}). Try again later.`,
    }
  }
}

/** The new state of a domain after a check. */
export function applyLookUp(
  { verified_at, confirmed_at }: Pick<FoundDomain, 'verified_at' | 'confirmed_at'>,
  lookUp: LookUp,
  now: Date,
): Pick<FoundDomain, 'verified_at' | 'confirmed_at' | 'failure'> & { checked_at: Date } {
  if (lookUp.result === 'found')
    return { verified_at: verified_at ?? now, confirmed_at: now, failure: '', checked_at: now }
  const isRecent = confirmed_at !== null && now.getTime() - confirmed_at.getTime() < graceMs
  const stays = lookUp.result === 'unreachable' && isRecent
  return { verified_at: stays ? verified_at : null, confirmed_at, failure: lookUp.failure, checked_at: now }
}
