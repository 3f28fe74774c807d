/** AWS as the sync sees it: one session for each account, opened with the role of the connection. */
import { checkAccess } from '@kept/connectors/aws/live/check.ts'
import { callerIdentity } from '@kept/connectors/aws/live/discover.ts'
import { metricTypes } from '@kept/connectors/aws/live/metrics.ts'
import { awsPort } from '@kept/connectors/aws/live/ports.ts'
import { type AwsAccess, type AwsSession, openSession } from '@kept/connectors/aws/live/session.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { discoverUnits } from './discover-units.ts'

export function openAwsCloud(access: AwsAccess, regions: readonly string[], deps: LiveDeps): LiveCloud {
  const session = openSession({ ...access, home_region: regions[0] }, deps)
  const home = access.role_arn === undefined ? (regions[0] ?? session.homeRegion) : session.homeRegion
  let sessions: ReadonlyMap<string, AwsSession> = new Map()
  return {
    async prove() {
      await callerIdentity(session, home)
    },
    async check(onCapability) {
      const result = await checkAccess(session, home, onCapability)
      return { ...result, error: unknownRegions(regions, result.regions) }
    },
    async discover() {
      const discovered = await discoverUnits(session, { roleArn: access.role_arn ?? '', regions })
      sessions = discovered.sessions
      return discovered
    },
    async readPage(unit, request) {
      const own = sessions.get(unit.accountId)
      if (!own) throw new SyncFailure('denied', 'This account was not found.')
      return awsPort(unit.dataset).readPage(own, unit, request)
    },
    metricTypes,
    release: (accountId) => sessions.get(accountId)?.release(),
    calls: session.calls,
    chargedNanos: session.chargedNanos,
  }
}

function unknownRegions(chosen: readonly string[], enabled: readonly string[]): string {
  if (enabled.length === 0) return ''
  const unknown = chosen.filter((region) => !enabled.includes(region))
  return unknown.length === 0
    ? ''
    : `${unknown.join(', ')} is not an enabled region of this account. Enable it in AWS, or connect without it.`
}
