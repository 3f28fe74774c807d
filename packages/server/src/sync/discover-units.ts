/** The accounts and regions of an AWS connection, as units to read. */
import { callerIdentity, listAccounts, listRegions } from '@kept/connectors/aws/live/discover.ts'
import { awsPorts } from '@kept/connectors/aws/live/ports.ts'
import type { AwsSession } from '@kept/connectors/aws/live/session.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { DiscoveredAccount, DiscoveredUnit, DiscoveredUnits } from '@kept/domain/sync/port.ts'
import { globalRegion } from '@kept/domain/sync/unit.ts'
import { inParallel } from './in-parallel.ts'

interface DiscoveredAwsUnits extends DiscoveredUnits {
  /** One session for each account. */
  sessions: ReadonlyMap<string, AwsSession>
}

const parallelAccounts = 8

/** Members of the organization are read through the role of the same name. Without a role, only the own account is. */
export async function discoverUnits(
  session: AwsSession,
  { roleArn, regions }: { roleArn: string; regions: readonly string[] },
): Promise<DiscoveredAwsUnits> {
  const home = session.homeRegion
  const { accountId } = await callerIdentity(session, home)
  const ownRegions = await enabledRegions(session, home, regions)
  const accounts = roleArn === '' ? [] : await membersOf(session, home)
  const all = accounts.some(({ id }) => id === accountId) ? accounts : [{ id: accountId, name: accountId }, ...accounts]
  const sessions = new Map<string, AwsSession>()
  const denied = new Map<string, SyncFailure>()
  const regionsByAccount = new Map<string, readonly string[]>()
  await inParallel(all, parallelAccounts, async ({ id }) => {
    const own = id === accountId ? session : session.assume(roleIn(id, roleArn))
    sessions.set(id, own)
    try {
      regionsByAccount.set(id, id === accountId ? ownRegions : await enabledRegions(own, home, regions))
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error
      if (error.action === 'sts:AssumeRole') denied.set(id, error)
      regionsByAccount.set(id, ownRegions)
    }
  })
  const units = all.flatMap(({ id, name }) =>
    unitsOf({ id, name, isOwn: id === accountId }, regionsByAccount.get(id) ?? ownRegions),
  )
  return { accountId, units, sessions, denied }
}

function unitsOf(
  { id: accountId, name: accountName, isOwn }: DiscoveredAccount & { isOwn: boolean },
  regions: readonly string[],
): DiscoveredUnit[] {
  return awsPorts.flatMap(({ dataset, scope }) => {
    if (scope === 'connection' && !isOwn) return []
    return (scope === 'region' ? regions : [globalRegion]).map((region) => ({
      accountId,
      accountName,
      region,
      dataset,
    }))
  })
}

/** Without the permission to list, the own account is read, and the check names what is missing. */
async function membersOf(session: AwsSession, home: string): Promise<DiscoveredAccount[]> {
  try {
    return await listAccounts(session, home)
  } catch (error) {
    if (error instanceof SyncFailure && error.kind === 'denied') return []
    throw error
  }
}

async function enabledRegions(
  session: AwsSession,
  home: string,
  chosen: readonly string[],
): Promise<readonly string[]> {
  let enabled: string[]
  try {
    enabled = await listRegions(session, home)
  } catch (error) {
    if (
      chosen.length > 0 &&
      error instanceof SyncFailure &&
      error.kind === 'denied' &&
      error.action !== 'sts:AssumeRole'
    )
      return chosen
    throw error
  }
  if (chosen.length === 0) return enabled
  const unknown = chosen.filter((region) => !enabled.includes(region))
  if (unknown.length === chosen.length)
    throw new SyncFailure(
      'not_enabled',
      `${unknown.join(', ')} is not an enabled region of this account. Enabled are ${enabled.slice(0, 5).join(', ')} and ${Math.max(0, enabled.length - 5)} more.`,
      { action: 'ec2:DescribeRegions' },
    )
  return chosen.filter((region) => enabled.includes(region))
}

function roleIn(accountId: string, roleArn: string): string {
  return roleArn.replace(/::\d{12}:/, `::${accountId}:`)
}
