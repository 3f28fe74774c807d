/** What an organisation lets Kept act upon, and with which account: asked before anything is planned. */
import { openAccount } from '@kept/connectors/remediation/open-account.ts'
import { scriptFor } from '@kept/connectors/remediation/script.ts'
import { targetOf } from '@kept/connectors/remediation/target-of.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPort, RemediationRegistry, RemediationTarget } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listCloudAccounts, type SealedAccount } from '@kept/store/remediation/accounts.ts'
import type { Services } from '../context.ts'
import { guardedFetch } from '../outbound.ts'
import type { Place, Secrets } from '../secrets.ts'

export type RemediationDoors = Pick<Services, 'state' | 'secrets' | 'config' | 'now' | 'log'>

export interface OwnRegistry extends RemediationRegistry {
  accessTo(
    target: RemediationTarget,
  ): Promise<{ port: RemediationPort; account: string; accountId: string } | { port: null; why_not: string }>
  /** The port of one account; undefined when it was removed. */
  portOf(accountId: string): Promise<RemediationPort | undefined>
}

export function registryOf(doors: RemediationDoors, scope: Scope): OwnRegistry {
  const { state, secrets, config, now } = doors
  const accounts = () => listCloudAccounts(state.database, scope)
  const open = (account: SealedAccount) =>
    openAccount(account.provider, openCredentials(secrets, scope, account), {
      fetch: (url, options) => guardedFetch(url, options, config.privateNetworks),
      nowMs: () => now().getTime(),
    })
  return {
    scriptFor,
    targetOf,
    async accessTo(target) {
      const all = await accounts()
      const found = accountFor(target, all)
      if (typeof found === 'string') return { port: null, why_not: found }
      return { port: open(found), account: found.name, accountId: found.id }
    },
    async portOf(accountId) {
      const account = (await accounts()).find(({ id }) => id === accountId)
      return account && open(account)
    },
  }
}

const providerWords = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', kubernetes: 'Kubernetes' } as const

/** The account a target is in; the words why there is none. One without a number stands for any of its provider. */
function accountFor(
  { provider, account, name }: RemediationTarget,
  all: readonly SealedAccount[],
): SealedAccount | string {
  const own = all.filter((one) => one.provider === provider)
  const what = providerWords[provider]
  if (own.length === 0)
    return `Kept may not act in any account of ${what}, so here are the commands. An organization admin can allow it under Configure.`
  const exact = own.filter((one) => one.account !== '' && one.account === account)
  const any = own.filter((one) => one.account === '' || account === '')
  const fitting = exact.length > 0 ? exact : any
  const [first] = fitting
  if (!first)
    return `Kept may act in ${own.map((one) => one.name).join(', ')}, but ${name} is in ${account}; here are the commands.`
  if (fitting.length > 1)
    return `${name} may be in ${fitting.map((one) => one.name).join(' or ')}, and nothing says in which; here are the commands.`
  return first
}

export function credentialsPlace(scope: Scope, id: string): Place {
  return { organization: scope.organizationId, table: 'cloud_account', row: id, column: 'credentials' }
}

function openCredentials(secrets: Secrets, scope: Scope, { id, credentials, name }: SealedAccount): unknown {
  try {
    return JSON.parse(secrets.open(credentialsPlace(scope, id), credentials))
  } catch (cause) {
    throw new KeptError(
      'unavailable',
      `The credentials of ${name} cannot be opened; remove the account and add it again.`,
      {
        cause,
      },
    )
  }
}
