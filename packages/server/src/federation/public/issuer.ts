/** The address under which Kept is an issuer of OpenID Connect, or why it cannot be one. */
import { isIP } from 'node:net'
import type { Config } from '../../platform/config.ts'

type Issuer = { issuer: string; unavailableReason: '' } | { issuer: undefined; unavailableReason: string }

/** RFC 6761, RFC 6762 and RFC 8375, and what networks of companies use: no public DNS server has these names. */
const privateSuffixes = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|corp|test|example|invalid)\.?$/

/**
 * Clouds read the keys of an issuer from the internet over https. AWS also refuses an issuer with a port
 * (docs.aws.amazon.com, CreateOpenIDConnectProvider). The reason is one sentence with what to do.
 */
export function issuerOf({ publicUrl }: Pick<Config, 'publicUrl'>): Issuer {
  if (publicUrl === undefined)
    return unavailable(
      'Federation needs an address at which the clouds reach Kept: set KEPT_PUBLIC_URL to its https address.',
    )
  const { protocol, hostname, host, origin, port, pathname } = new URL(publicUrl)
  if (protocol !== 'https:')
    return unavailable(`Federation needs https: set KEPT_PUBLIC_URL to an https address instead of ${origin}.`)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || !hostname.includes('.') || privateSuffixes.test(hostname))
    return unavailable(
      `Federation needs a name that the clouds can look up: set KEPT_PUBLIC_URL to a public name instead of ${hostname}.`,
    )
  if (port !== '')
    return unavailable(`Federation needs the standard port of https: set KEPT_PUBLIC_URL without the port of ${host}.`)
  return { issuer: `${origin}${pathname.replace(/\/+$/, '')}`, unavailableReason: '' }
}

function unavailable(unavailableReason: string): Issuer {
  return { issuer: undefined, unavailableReason }
}
