/** The accounts and regions that a connection reaches. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { DiscoveredAccount, LivePermission } from '@kept/domain/sync/port.ts'
import { everyPage } from './every-page.ts'
import type { AwsSession } from './session.ts'

export const discoverPermissions: readonly LivePermission[] = [
  { action: 'sts:GetCallerIdentity', reason: 'Reads which account the credentials belong to.' },
  { action: 'organizations:ListAccounts', reason: 'Lists the accounts of the organization.' },
  { action: 'ec2:DescribeRegions', reason: 'Lists the regions that are enabled.' },
]

interface CallerIdentity {
  accountId: string
  arn: string
}

export async function callerIdentity(session: AwsSession, region = session.homeRegion): Promise<CallerIdentity> {
  const sdk = await session.load(() => import('@aws-sdk/client-sts'))
  const client = session.client('sts', region, (config) => new sdk.STSClient(config))
  const { Account, Arn } = await session.call('sts:GetCallerIdentity', region, () =>
    client.send(new sdk.GetCallerIdentityCommand({})),
  )
  if (!Account || !Arn)
    throw new SyncFailure('unexpected', 'AWS did not say which account the credentials belong to.', {
      action: 'sts:GetCallerIdentity',
    })
  return { accountId: Account, arn: Arn }
}

const accountsAction = 'organizations:ListAccounts'
/** Organizations allows few requests, and the customer's own tools share them. */
const accountsLimits = { burst: 10, perSecond: 4 }

/** The active accounts of the organization; none when the account is in no organization. Throws when it may not list. */
export async function listAccounts(session: AwsSession, region = session.homeRegion): Promise<DiscoveredAccount[]> {
  const sdk = await session.load(() => import('@aws-sdk/client-organizations'))
  const client = session.client('organizations', region, (config) => new sdk.OrganizationsClient(config))
  const accounts: DiscoveredAccount[] = []
  const pages = everyPage({ action: accountsAction, subject: 'accounts' }, (NextToken) =>
    session.call(accountsAction, region, () => client.send(new sdk.ListAccountsCommand({ NextToken })), accountsLimits),
  )
  try {
    for await (const { Accounts } of pages)
      for (const { Id, Name, Status } of Accounts ?? [])
        if (Id && Status !== 'SUSPENDED') accounts.push({ id: Id, name: Name ?? Id })
  } catch (error) {
    if (error instanceof SyncFailure && error.kind === 'not_enabled') return []
    throw error
  }
  return accounts
}

/** Regions that are enabled for the account of the session. */
export async function listRegions(session: AwsSession, region = session.homeRegion): Promise<string[]> {
  const sdk = await session.load(() => import('@aws-sdk/client-ec2'))
  const client = session.client('ec2', region, (config) => new sdk.EC2Client(config))
  const { Regions } = await session.call('ec2:DescribeRegions', region, () =>
    client.send(new sdk.DescribeRegionsCommand({ AllRegions: false })),
  )
  return (Regions ?? []).flatMap(({ RegionName }) => (RegionName ? [RegionName] : [])).sort()
}
